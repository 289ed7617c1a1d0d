/* SPDX-License-Identifier: MIT
 *
 * hw_topology.c - counts, caches and cores from hwloc, which shows only what
 * this process may use.
 */
#include <hwloc.h>
#include <string.h>

#include "hw.h"

static int n_of(hwloc_topology_t topo, hwloc_obj_type_t type)
{
	int n = hwloc_get_nbobjs_by_type(topo, type);

	return n > 0 ? n : 0;
}

static void add_cache(struct aisp_hw *hw, hwloc_topology_t topo, int depth)
{
	hwloc_obj_t obj = hwloc_get_obj_by_depth(topo, depth, 0);
	int n = (int)hwloc_get_nbobjs_by_depth(topo, depth), cores;
	static const char types[] = { [HWLOC_OBJ_CACHE_UNIFIED] = 'u',
				      [HWLOC_OBJ_CACHE_DATA] = 'd',
				      [HWLOC_OBJ_CACHE_INSTRUCTION] = 'i' };

	if (!obj || hw->n_caches == AISP_MAX_CACHES)
		return;
	cores = hwloc_get_nbobjs_inside_cpuset_by_type(topo, obj->cpuset,
						       HWLOC_OBJ_CORE);
	hw->caches[hw->n_caches++] = (struct aisp_cache){
		.level = (int)obj->attr->cache.depth,
		.type = types[obj->attr->cache.type],
		.bytes = obj->attr->cache.size,
		.line_bytes = (int)obj->attr->cache.linesize,
		.n = n,
		.n_sharing = cores > 0 ? cores : 1,
	};
}

/* hwloc's depths run from the machine to the threads: largest caches first. */
static void read_caches(struct aisp_hw *hw, hwloc_topology_t topo)
{
	for (int depth = hwloc_topology_get_depth(topo) - 1; depth >= 0; depth--)
		if (hwloc_obj_type_is_cache(hwloc_get_depth_type(topo, depth)))
			add_cache(hw, topo, depth);
}

static void read_cores(struct aisp_hw *hw, hwloc_topology_t topo)
{
	hwloc_obj_type_t type =
		n_of(topo, HWLOC_OBJ_CORE) ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
	hwloc_obj_t obj = NULL;

	while ((obj = hwloc_get_next_obj_by_type(topo, type, obj)) &&
	       hw->n_cores < AISP_MAX_CORES)
		hw->core_cpu[hw->n_cores++] = hwloc_bitmap_first(obj->cpuset);
}

/* Restricts to the process's affinity mask: taskset narrows the machine. */
static void restrict_to_mask(hwloc_topology_t topo)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();

	if (set && !hwloc_get_cpubind(topo, set, HWLOC_CPUBIND_PROCESS))
		hwloc_topology_restrict(topo, set, 0);
	hwloc_bitmap_free(set);
}

int aisp_hw_read_topology(struct aisp_hw *hw, struct aisp_err *err)
{
	hwloc_topology_t topo;

	if (hwloc_topology_init(&topo))
		return aisp_err_errno(err, "start hwloc");
	hwloc_topology_set_icache_types_filter(topo, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(topo)) {
		hwloc_topology_destroy(topo);
		return aisp_err_errno(err, "read the topology with hwloc");
	}
	restrict_to_mask(topo);
	hw->n_packages = n_of(topo, HWLOC_OBJ_PACKAGE);
	hw->n_numa = n_of(topo, HWLOC_OBJ_NUMANODE);
	hw->n_threads = n_of(topo, HWLOC_OBJ_PU);
	read_cores(hw, topo);
	read_caches(hw, topo);
	hwloc_topology_destroy(topo);
	return 0;
}
