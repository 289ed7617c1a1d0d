/* SPDX-License-Identifier: MIT
 *
 * wgmma_operands.h - a tile's sums as wgmma wants them named in PTX: AISP_Rn are n
 * registers, %0 on, and AISP_Dn(i) what they stand for, d[i] on.
 */
#ifndef AISP_WGMMA_OPERANDS_H
#define AISP_WGMMA_OPERANDS_H

#define AISP_T(tens) /* %t0 to %t9 */                                                  \
	"%" #tens "0, %" #tens "1, %" #tens "2, %" #tens "3, %" #tens "4, %" #tens     \
	"5, %" #tens "6, %" #tens "7, %" #tens "8, %" #tens "9, "
#define AISP_T60 AISP_T() AISP_T(1) AISP_T(2) AISP_T(3) AISP_T(4) AISP_T(5)
#define AISP_R4  "%0, %1, %2, %3"
#define AISP_R8  AISP_R4 ", %4, %5, %6, %7"
#define AISP_R16 AISP_R8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define AISP_R32 AISP_T() AISP_T(1) AISP_T(2) "%30, %31"
#define AISP_R48                                                                       \
	AISP_R32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "      \
		 "%44, %45, %46, %47"
#define AISP_R64 AISP_T60 "%60, %61, %62, %63"
#define AISP_R72 AISP_T60 AISP_T(6) "%70, %71"
#define AISP_R96 AISP_T60 AISP_T(6) AISP_T(7) AISP_T(8) "%90, %91, %92, %93, %94, %95"
#define AISP_R128                                                                      \
	AISP_T60 AISP_T(6) AISP_T(7) AISP_T(8) AISP_T(9) AISP_T(10)                    \
		AISP_T(11) "%120, %121, %122, %123, %124, %125, %126, %127"
#define AISP_D4(i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define AISP_D8(i)  AISP_D4(i), AISP_D4(i + 4)
#define AISP_D16(i) AISP_D8(i), AISP_D8(i + 8)
#define AISP_D32(i) AISP_D16(i), AISP_D16(i + 16)
#define AISP_D48    AISP_D32(0), AISP_D16(32)
#define AISP_D64    AISP_D32(0), AISP_D32(32)
#define AISP_D72    AISP_D32(0), AISP_D32(32), AISP_D8(64)
#define AISP_D96    AISP_D32(0), AISP_D32(32), AISP_D32(64)
#define AISP_D128   AISP_D96, AISP_D32(96)

#endif
