; Instructions of LLVM as clang writes them for no C program, or seldom: each predicate, odd widths, parts of values.
; What is expected is what the language reference of LLVM says.  (A processor says the same.)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @reach_error()

define void @check(i64 %got, i64 %expected) {
  %same = icmp eq i64 %got, %expected
  br i1 %same, label %right, label %wrong
wrong:
  call void @reach_error()
  ret void
right:
  ret void
}

define i64 @icmp8(i8 %a, i8 %b) {
  %c0 = icmp eq i8 %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = icmp ne i8 %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = icmp ugt i8 %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = icmp uge i8 %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = icmp ult i8 %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = icmp ule i8 %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = icmp sgt i8 %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = icmp sge i8 %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = icmp slt i8 %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = icmp sle i8 %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  ret i64 %r9
}

define i64 @icmp33(i33 %a, i33 %b) {
  %c0 = icmp eq i33 %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = icmp ne i33 %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = icmp ugt i33 %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = icmp uge i33 %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = icmp ult i33 %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = icmp ule i33 %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = icmp sgt i33 %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = icmp sge i33 %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = icmp slt i33 %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = icmp sle i33 %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  ret i64 %r9
}

define i64 @icmp64(i64 %a, i64 %b) {
  %c0 = icmp eq i64 %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = icmp ne i64 %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = icmp ugt i64 %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = icmp uge i64 %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = icmp ult i64 %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = icmp ule i64 %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = icmp sgt i64 %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = icmp sge i64 %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = icmp slt i64 %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = icmp sle i64 %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  ret i64 %r9
}

define i64 @icmp128(i128 %a, i128 %b) {
  %c0 = icmp eq i128 %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = icmp ne i128 %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = icmp ugt i128 %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = icmp uge i128 %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = icmp ult i128 %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = icmp ule i128 %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = icmp sgt i128 %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = icmp sge i128 %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = icmp slt i128 %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = icmp sle i128 %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  ret i64 %r9
}

define i64 @fcmp_double(double %a, double %b) {
  %c0 = fcmp false double %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = fcmp oeq double %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = fcmp ogt double %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = fcmp oge double %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = fcmp olt double %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = fcmp ole double %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = fcmp one double %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = fcmp ord double %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = fcmp uno double %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = fcmp ueq double %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  %c10 = fcmp ugt double %a, %b
  %w10 = zext i1 %c10 to i64
  %s10 = shl i64 %w10, 10
  %r10 = or i64 %r9, %s10
  %c11 = fcmp uge double %a, %b
  %w11 = zext i1 %c11 to i64
  %s11 = shl i64 %w11, 11
  %r11 = or i64 %r10, %s11
  %c12 = fcmp ult double %a, %b
  %w12 = zext i1 %c12 to i64
  %s12 = shl i64 %w12, 12
  %r12 = or i64 %r11, %s12
  %c13 = fcmp ule double %a, %b
  %w13 = zext i1 %c13 to i64
  %s13 = shl i64 %w13, 13
  %r13 = or i64 %r12, %s13
  %c14 = fcmp une double %a, %b
  %w14 = zext i1 %c14 to i64
  %s14 = shl i64 %w14, 14
  %r14 = or i64 %r13, %s14
  %c15 = fcmp true double %a, %b
  %w15 = zext i1 %c15 to i64
  %s15 = shl i64 %w15, 15
  %r15 = or i64 %r14, %s15
  ret i64 %r15
}

define i64 @fcmp_float(float %a, float %b) {
  %c0 = fcmp false float %a, %b
  %w0 = zext i1 %c0 to i64
  %s0 = shl i64 %w0, 0
  %r0 = or i64 0, %s0
  %c1 = fcmp oeq float %a, %b
  %w1 = zext i1 %c1 to i64
  %s1 = shl i64 %w1, 1
  %r1 = or i64 %r0, %s1
  %c2 = fcmp ogt float %a, %b
  %w2 = zext i1 %c2 to i64
  %s2 = shl i64 %w2, 2
  %r2 = or i64 %r1, %s2
  %c3 = fcmp oge float %a, %b
  %w3 = zext i1 %c3 to i64
  %s3 = shl i64 %w3, 3
  %r3 = or i64 %r2, %s3
  %c4 = fcmp olt float %a, %b
  %w4 = zext i1 %c4 to i64
  %s4 = shl i64 %w4, 4
  %r4 = or i64 %r3, %s4
  %c5 = fcmp ole float %a, %b
  %w5 = zext i1 %c5 to i64
  %s5 = shl i64 %w5, 5
  %r5 = or i64 %r4, %s5
  %c6 = fcmp one float %a, %b
  %w6 = zext i1 %c6 to i64
  %s6 = shl i64 %w6, 6
  %r6 = or i64 %r5, %s6
  %c7 = fcmp ord float %a, %b
  %w7 = zext i1 %c7 to i64
  %s7 = shl i64 %w7, 7
  %r7 = or i64 %r6, %s7
  %c8 = fcmp uno float %a, %b
  %w8 = zext i1 %c8 to i64
  %s8 = shl i64 %w8, 8
  %r8 = or i64 %r7, %s8
  %c9 = fcmp ueq float %a, %b
  %w9 = zext i1 %c9 to i64
  %s9 = shl i64 %w9, 9
  %r9 = or i64 %r8, %s9
  %c10 = fcmp ugt float %a, %b
  %w10 = zext i1 %c10 to i64
  %s10 = shl i64 %w10, 10
  %r10 = or i64 %r9, %s10
  %c11 = fcmp uge float %a, %b
  %w11 = zext i1 %c11 to i64
  %s11 = shl i64 %w11, 11
  %r11 = or i64 %r10, %s11
  %c12 = fcmp ult float %a, %b
  %w12 = zext i1 %c12 to i64
  %s12 = shl i64 %w12, 12
  %r12 = or i64 %r11, %s12
  %c13 = fcmp ule float %a, %b
  %w13 = zext i1 %c13 to i64
  %s13 = shl i64 %w13, 13
  %r13 = or i64 %r12, %s13
  %c14 = fcmp une float %a, %b
  %w14 = zext i1 %c14 to i64
  %s14 = shl i64 %w14, 14
  %r14 = or i64 %r13, %s14
  %c15 = fcmp true float %a, %b
  %w15 = zext i1 %c15 to i64
  %s15 = shl i64 %w15, 15
  %r15 = or i64 %r14, %s15
  ret i64 %r15
}

define i64 @arith5(i5 %a, i5 %b, i5 %n) {
  %v0 = add i5 %a, %b
  %x0 = sext i5 %v0 to i64
  %m0 = mul i64 0, 31
  %t0 = add i64 %m0, %x0
  %v1 = sub i5 %a, %b
  %x1 = sext i5 %v1 to i64
  %m1 = mul i64 %t0, 31
  %t1 = add i64 %m1, %x1
  %v2 = mul i5 %a, %b
  %x2 = sext i5 %v2 to i64
  %m2 = mul i64 %t1, 31
  %t2 = add i64 %m2, %x2
  %v3 = udiv i5 %a, %b
  %x3 = sext i5 %v3 to i64
  %m3 = mul i64 %t2, 31
  %t3 = add i64 %m3, %x3
  %v4 = sdiv i5 %a, %b
  %x4 = sext i5 %v4 to i64
  %m4 = mul i64 %t3, 31
  %t4 = add i64 %m4, %x4
  %v5 = urem i5 %a, %b
  %x5 = sext i5 %v5 to i64
  %m5 = mul i64 %t4, 31
  %t5 = add i64 %m5, %x5
  %v6 = srem i5 %a, %b
  %x6 = sext i5 %v6 to i64
  %m6 = mul i64 %t5, 31
  %t6 = add i64 %m6, %x6
  %v7 = shl i5 %a, %n
  %x7 = sext i5 %v7 to i64
  %m7 = mul i64 %t6, 31
  %t7 = add i64 %m7, %x7
  %v8 = lshr i5 %a, %n
  %x8 = sext i5 %v8 to i64
  %m8 = mul i64 %t7, 31
  %t8 = add i64 %m8, %x8
  %v9 = ashr i5 %a, %n
  %x9 = sext i5 %v9 to i64
  %m9 = mul i64 %t8, 31
  %t9 = add i64 %m9, %x9
  %v10 = and i5 %a, %b
  %x10 = sext i5 %v10 to i64
  %m10 = mul i64 %t9, 31
  %t10 = add i64 %m10, %x10
  %v11 = or i5 %a, %b
  %x11 = sext i5 %v11 to i64
  %m11 = mul i64 %t10, 31
  %t11 = add i64 %m11, %x11
  %v12 = xor i5 %a, %b
  %x12 = sext i5 %v12 to i64
  %m12 = mul i64 %t11, 31
  %t12 = add i64 %m12, %x12
  ret i64 %t12
}

define i64 @arith12(i12 %a, i12 %b, i12 %n) {
  %v0 = add i12 %a, %b
  %x0 = sext i12 %v0 to i64
  %m0 = mul i64 0, 31
  %t0 = add i64 %m0, %x0
  %v1 = sub i12 %a, %b
  %x1 = sext i12 %v1 to i64
  %m1 = mul i64 %t0, 31
  %t1 = add i64 %m1, %x1
  %v2 = mul i12 %a, %b
  %x2 = sext i12 %v2 to i64
  %m2 = mul i64 %t1, 31
  %t2 = add i64 %m2, %x2
  %v3 = udiv i12 %a, %b
  %x3 = sext i12 %v3 to i64
  %m3 = mul i64 %t2, 31
  %t3 = add i64 %m3, %x3
  %v4 = sdiv i12 %a, %b
  %x4 = sext i12 %v4 to i64
  %m4 = mul i64 %t3, 31
  %t4 = add i64 %m4, %x4
  %v5 = urem i12 %a, %b
  %x5 = sext i12 %v5 to i64
  %m5 = mul i64 %t4, 31
  %t5 = add i64 %m5, %x5
  %v6 = srem i12 %a, %b
  %x6 = sext i12 %v6 to i64
  %m6 = mul i64 %t5, 31
  %t6 = add i64 %m6, %x6
  %v7 = shl i12 %a, %n
  %x7 = sext i12 %v7 to i64
  %m7 = mul i64 %t6, 31
  %t7 = add i64 %m7, %x7
  %v8 = lshr i12 %a, %n
  %x8 = sext i12 %v8 to i64
  %m8 = mul i64 %t7, 31
  %t8 = add i64 %m8, %x8
  %v9 = ashr i12 %a, %n
  %x9 = sext i12 %v9 to i64
  %m9 = mul i64 %t8, 31
  %t9 = add i64 %m9, %x9
  %v10 = and i12 %a, %b
  %x10 = sext i12 %v10 to i64
  %m10 = mul i64 %t9, 31
  %t10 = add i64 %m10, %x10
  %v11 = or i12 %a, %b
  %x11 = sext i12 %v11 to i64
  %m11 = mul i64 %t10, 31
  %t11 = add i64 %m11, %x11
  %v12 = xor i12 %a, %b
  %x12 = sext i12 %v12 to i64
  %m12 = mul i64 %t11, 31
  %t12 = add i64 %m12, %x12
  ret i64 %t12
}

define i64 @arith33(i33 %a, i33 %b, i33 %n) {
  %v0 = add i33 %a, %b
  %x0 = sext i33 %v0 to i64
  %m0 = mul i64 0, 31
  %t0 = add i64 %m0, %x0
  %v1 = sub i33 %a, %b
  %x1 = sext i33 %v1 to i64
  %m1 = mul i64 %t0, 31
  %t1 = add i64 %m1, %x1
  %v2 = mul i33 %a, %b
  %x2 = sext i33 %v2 to i64
  %m2 = mul i64 %t1, 31
  %t2 = add i64 %m2, %x2
  %v3 = udiv i33 %a, %b
  %x3 = sext i33 %v3 to i64
  %m3 = mul i64 %t2, 31
  %t3 = add i64 %m3, %x3
  %v4 = sdiv i33 %a, %b
  %x4 = sext i33 %v4 to i64
  %m4 = mul i64 %t3, 31
  %t4 = add i64 %m4, %x4
  %v5 = urem i33 %a, %b
  %x5 = sext i33 %v5 to i64
  %m5 = mul i64 %t4, 31
  %t5 = add i64 %m5, %x5
  %v6 = srem i33 %a, %b
  %x6 = sext i33 %v6 to i64
  %m6 = mul i64 %t5, 31
  %t6 = add i64 %m6, %x6
  %v7 = shl i33 %a, %n
  %x7 = sext i33 %v7 to i64
  %m7 = mul i64 %t6, 31
  %t7 = add i64 %m7, %x7
  %v8 = lshr i33 %a, %n
  %x8 = sext i33 %v8 to i64
  %m8 = mul i64 %t7, 31
  %t8 = add i64 %m8, %x8
  %v9 = ashr i33 %a, %n
  %x9 = sext i33 %v9 to i64
  %m9 = mul i64 %t8, 31
  %t9 = add i64 %m9, %x9
  %v10 = and i33 %a, %b
  %x10 = sext i33 %v10 to i64
  %m10 = mul i64 %t9, 31
  %t10 = add i64 %m10, %x10
  %v11 = or i33 %a, %b
  %x11 = sext i33 %v11 to i64
  %m11 = mul i64 %t10, 31
  %t11 = add i64 %m11, %x11
  %v12 = xor i33 %a, %b
  %x12 = sext i33 %v12 to i64
  %m12 = mul i64 %t11, 31
  %t12 = add i64 %m12, %x12
  ret i64 %t12
}

define i64 @arith48(i48 %a, i48 %b, i48 %n) {
  %v0 = add i48 %a, %b
  %x0 = sext i48 %v0 to i64
  %m0 = mul i64 0, 31
  %t0 = add i64 %m0, %x0
  %v1 = sub i48 %a, %b
  %x1 = sext i48 %v1 to i64
  %m1 = mul i64 %t0, 31
  %t1 = add i64 %m1, %x1
  %v2 = mul i48 %a, %b
  %x2 = sext i48 %v2 to i64
  %m2 = mul i64 %t1, 31
  %t2 = add i64 %m2, %x2
  %v3 = udiv i48 %a, %b
  %x3 = sext i48 %v3 to i64
  %m3 = mul i64 %t2, 31
  %t3 = add i64 %m3, %x3
  %v4 = sdiv i48 %a, %b
  %x4 = sext i48 %v4 to i64
  %m4 = mul i64 %t3, 31
  %t4 = add i64 %m4, %x4
  %v5 = urem i48 %a, %b
  %x5 = sext i48 %v5 to i64
  %m5 = mul i64 %t4, 31
  %t5 = add i64 %m5, %x5
  %v6 = srem i48 %a, %b
  %x6 = sext i48 %v6 to i64
  %m6 = mul i64 %t5, 31
  %t6 = add i64 %m6, %x6
  %v7 = shl i48 %a, %n
  %x7 = sext i48 %v7 to i64
  %m7 = mul i64 %t6, 31
  %t7 = add i64 %m7, %x7
  %v8 = lshr i48 %a, %n
  %x8 = sext i48 %v8 to i64
  %m8 = mul i64 %t7, 31
  %t8 = add i64 %m8, %x8
  %v9 = ashr i48 %a, %n
  %x9 = sext i48 %v9 to i64
  %m9 = mul i64 %t8, 31
  %t9 = add i64 %m9, %x9
  %v10 = and i48 %a, %b
  %x10 = sext i48 %v10 to i64
  %m10 = mul i64 %t9, 31
  %t10 = add i64 %m10, %x10
  %v11 = or i48 %a, %b
  %x11 = sext i48 %v11 to i64
  %m11 = mul i64 %t10, 31
  %t11 = add i64 %m11, %x11
  %v12 = xor i48 %a, %b
  %x12 = sext i48 %v12 to i64
  %m12 = mul i64 %t11, 31
  %t12 = add i64 %m12, %x12
  ret i64 %t12
}

define i64 @arith63(i63 %a, i63 %b, i63 %n) {
  %v0 = add i63 %a, %b
  %x0 = sext i63 %v0 to i64
  %m0 = mul i64 0, 31
  %t0 = add i64 %m0, %x0
  %v1 = sub i63 %a, %b
  %x1 = sext i63 %v1 to i64
  %m1 = mul i64 %t0, 31
  %t1 = add i64 %m1, %x1
  %v2 = mul i63 %a, %b
  %x2 = sext i63 %v2 to i64
  %m2 = mul i64 %t1, 31
  %t2 = add i64 %m2, %x2
  %v3 = udiv i63 %a, %b
  %x3 = sext i63 %v3 to i64
  %m3 = mul i64 %t2, 31
  %t3 = add i64 %m3, %x3
  %v4 = sdiv i63 %a, %b
  %x4 = sext i63 %v4 to i64
  %m4 = mul i64 %t3, 31
  %t4 = add i64 %m4, %x4
  %v5 = urem i63 %a, %b
  %x5 = sext i63 %v5 to i64
  %m5 = mul i64 %t4, 31
  %t5 = add i64 %m5, %x5
  %v6 = srem i63 %a, %b
  %x6 = sext i63 %v6 to i64
  %m6 = mul i64 %t5, 31
  %t6 = add i64 %m6, %x6
  %v7 = shl i63 %a, %n
  %x7 = sext i63 %v7 to i64
  %m7 = mul i64 %t6, 31
  %t7 = add i64 %m7, %x7
  %v8 = lshr i63 %a, %n
  %x8 = sext i63 %v8 to i64
  %m8 = mul i64 %t7, 31
  %t8 = add i64 %m8, %x8
  %v9 = ashr i63 %a, %n
  %x9 = sext i63 %v9 to i64
  %m9 = mul i64 %t8, 31
  %t9 = add i64 %m9, %x9
  %v10 = and i63 %a, %b
  %x10 = sext i63 %v10 to i64
  %m10 = mul i64 %t9, 31
  %t10 = add i64 %m10, %x10
  %v11 = or i63 %a, %b
  %x11 = sext i63 %v11 to i64
  %m11 = mul i64 %t10, 31
  %t11 = add i64 %m11, %x11
  %v12 = xor i63 %a, %b
  %x12 = sext i63 %v12 to i64
  %m12 = mul i64 %t11, 31
  %t12 = add i64 %m12, %x12
  ret i64 %t12
}

define i64 @convert(i1 %b, i7 %n, double %d) {
  %sb = sext i1 %b to i64
  %zb = zext i1 %b to i64
  %sn = sext i7 %n to i33
  %zn = zext i7 %n to i33
  %fb = sitofp i1 %b to double
  %ub = uitofp i1 %b to double
  %fn = sitofp i7 %n to float
  %un = uitofp i7 %n to float
  %id = fptosi double %d to i12
  %wide = fpext float %un to double
  %narrow = fptrunc double %d to float
  %s0 = fadd double %fb, %wide
  %f1 = fsub float %fn, %narrow
  %s1 = fptosi float %f1 to i64
  %s2 = fptosi double %s0 to i64
  %p = mul i33 %sn, %zn
  %s3 = sext i33 %p to i64
  %s4 = sext i12 %id to i64
  %u = fptoui double %ub to i3
  %s5 = zext i3 %u to i64
  %t0 = mul i64 %sb, 7
  %t1 = add i64 %t0, %zb
  %t2 = add i64 %t1, %s1
  %t3 = mul i64 %t2, 1000
  %t4 = add i64 %t3, %s2
  %t5 = add i64 %t4, %s3
  %t6 = mul i64 %t5, 100
  %t7 = add i64 %t6, %s4
  %t8 = mul i64 %t7, 10
  %t9 = add i64 %t8, %s5
  ret i64 %t9
}

%pair = type { i32, [2 x { i8, i64 }] }

define %pair @make(i32 %a, i64 %b) {
  %p0 = insertvalue %pair { i32 1, [2 x { i8, i64 }] [{ i8, i64 } { i8 2, i64 3 }, { i8, i64 } { i8 4, i64 5 }] }, i32 %a, 0
  %inner = insertvalue { i8, i64 } { i8 6, i64 0 }, i64 %b, 1
  %p1 = insertvalue %pair %p0, { i8, i64 } %inner, 1, 1
  ret %pair %p1
}

define i64 @parts(i32 %a, i64 %b, i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  %p = call %pair @make(i32 %a, i64 %b)
  br label %both
two:
  br label %both
both:
  %v = phi i64 [ 70, %one ], [ 90, %two ]
  %q = call %pair @make(i32 7, i64 8)
  %a0 = extractvalue %pair %q, 0
  %arr = extractvalue %pair %q, 1
  %e1 = extractvalue [2 x { i8, i64 }] %arr, 1
  %x = extractvalue { i8, i64 } %e1, 1
  %y = extractvalue %pair %q, 1, 0, 1
  %z = extractvalue %pair %q, 1, 1, 0
  %w = extractvalue %pair %q, 1, 0, 0
  %a64 = zext i32 %a0 to i64
  %z64 = zext i8 %z to i64
  %w64 = zext i8 %w to i64
  %t0 = mul i64 %a64, 10
  %t1 = add i64 %t0, %x
  %t2 = mul i64 %t1, 10
  %t3 = add i64 %t2, %y
  %t4 = mul i64 %t3, 10
  %t5 = add i64 %t4, %z64
  %t6 = mul i64 %t5, 10
  %t7 = add i64 %t6, %w64
  %t8 = mul i64 %t7, 100
  %t9 = add i64 %t8, %v
  ret i64 %t9
}

; Phis change at once; one of them has 128 bits.
define i64 @turn(i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %c, %loop ]
  %c = phi i64 [ 3, %entry ], [ %a, %loop ]
  %w = phi i128 [ 18446744073709551617, %entry ], [ %v, %loop ]
  %v = phi i128 [ 5, %entry ], [ %w, %loop ]
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %odd = trunc i64 %n to i1
  %s = select i1 %odd, i128 %w, i128 %v
  %high = lshr i128 %s, 64
  %h = trunc i128 %high to i64
  %l = trunc i128 %s to i64
  %t0 = mul i64 %a, 10
  %t1 = add i64 %t0, %b
  %t2 = mul i64 %t1, 10
  %t3 = add i64 %t2, %c
  %t4 = mul i64 %t3, 10
  %t5 = add i64 %t4, %h
  %t6 = mul i64 %t5, 10
  %t7 = add i64 %t6, %l
  ret i64 %t7
}

@cells = global [3 x { i16, [4 x i24] }] zeroinitializer
@word = global i64 0
@real = global float 1.5
@byte = global i8 -100

; Numbers of odd widths in memory, indexes with a sign.
define i64 @memory(i8 %minus, i16 %one) {
  %p = getelementptr inbounds [3 x { i16, [4 x i24] }], ptr @cells, i64 0, i16 %one, i32 1, i64 2
  store i24 -2, ptr %p
  %last = getelementptr inbounds [3 x { i16, [4 x i24] }], ptr @cells, i64 0, i64 2, i32 1, i64 3
  %q = getelementptr i24, ptr %last, i8 %minus
  store i24 8388607, ptr %q
  %v = load i24, ptr getelementptr inbounds ([3 x { i16, [4 x i24] }], ptr @cells, i64 0, i64 1, i32 1, i64 2)
  %u = load i24, ptr getelementptr inbounds ([3 x { i16, [4 x i24] }], ptr @cells, i64 0, i64 2, i32 1, i64 2)
  %x = sext i24 %v to i64
  %y = zext i24 %u to i64
  %s = add i64 %x, %y
  store i40 -3, ptr @word
  %w = load i64, ptr @word
  store i33 -1, ptr @word
  %i = load i33, ptr @word
  %j = sext i33 %i to i64
  store i56 72057594037927935, ptr @word
  %f = load i64, ptr @word
  %t0 = add i64 %s, %w
  %t1 = mul i64 %t0, 7
  %t2 = add i64 %t1, %j
  %t3 = xor i64 %t2, %f
  ret i64 %t3
}

define i64 @updates() {
  %a = atomicrmw nand ptr @byte, i8 60 seq_cst
  %b = atomicrmw max ptr @byte, i8 -120 seq_cst
  %c = atomicrmw umax ptr @byte, i8 -1 seq_cst
  %d = atomicrmw min ptr @byte, i8 3 seq_cst
  %e = atomicrmw umin ptr @byte, i8 100 seq_cst
  %f = atomicrmw fadd ptr @real, float 2.0 seq_cst
  %g = atomicrmw fsub ptr @real, float 0.25 seq_cst
  %h = atomicrmw xchg ptr @real, float 8.0 seq_cst
  %i = cmpxchg ptr @byte, i8 100, i8 50 seq_cst seq_cst
  %j = cmpxchg ptr @byte, i8 100, i8 51 seq_cst seq_cst
  %i0 = extractvalue { i8, i1 } %i, 0
  %i1 = extractvalue { i8, i1 } %i, 1
  %j0 = extractvalue { i8, i1 } %j, 0
  %j1 = extractvalue { i8, i1 } %j, 1
  %fi = fptosi float %h to i64
  %bits = bitcast float %g to i32
  %wide = zext i32 %bits to i64
  %b64 = sext i8 %b to i64
  %c64 = sext i8 %c to i64
  %d64 = sext i8 %d to i64
  %e64 = sext i8 %e to i64
  %i64 = sext i8 %i0 to i64
  %j64 = sext i8 %j0 to i64
  %si = zext i1 %i1 to i64
  %sj = zext i1 %j1 to i64
  %t0 = add i64 %wide, %fi
  %t1 = mul i64 %t0, 131
  %t2 = add i64 %t1, %b64
  %t3 = mul i64 %t2, 131
  %t4 = add i64 %t3, %c64
  %t5 = mul i64 %t4, 131
  %t6 = add i64 %t5, %d64
  %t7 = mul i64 %t6, 131
  %t8 = add i64 %t7, %e64
  %t9 = add i64 %t8, %i64
  %t10 = mul i64 %t9, 131
  %t11 = add i64 %t10, %j64
  %t12 = mul i64 %t11, 4
  %t13 = mul i64 %si, 2
  %t14 = add i64 %t12, %t13
  %t15 = add i64 %t14, %sj
  ret i64 %t15
}

@two = global i128 55340232221128654850

; The second word counts.
define i64 @wide_updates() {
  %a = cmpxchg ptr @two, i128 36893488147419103234, i128 1 seq_cst seq_cst
  %b = cmpxchg ptr @two, i128 55340232221128654849, i128 2 seq_cst seq_cst
  %c = cmpxchg ptr @two, i128 55340232221128654850, i128 92233720368547758087 seq_cst seq_cst
  %d = atomicrmw xchg ptr @two, i128 147573952589676412937 seq_cst
  %e = load atomic i128, ptr @two seq_cst, align 16
  %a1 = extractvalue { i128, i1 } %a, 1
  %b1 = extractvalue { i128, i1 } %b, 1
  %c1 = extractvalue { i128, i1 } %c, 1
  %c0 = extractvalue { i128, i1 } %c, 0
  %x = zext i1 %a1 to i64
  %y = zext i1 %b1 to i64
  %z = zext i1 %c1 to i64
  %ch = lshr i128 %c0, 64
  %dh = lshr i128 %d, 64
  %eh = lshr i128 %e, 64
  %t0 = trunc i128 %ch to i64
  %t1 = trunc i128 %dh to i64
  %t2 = trunc i128 %eh to i64
  %t3 = trunc i128 %c0 to i64
  %t4 = trunc i128 %d to i64
  %t5 = trunc i128 %e to i64
  %m0 = mul i64 %t0, 10
  %s0 = add i64 %m0, %t1
  %m1 = mul i64 %s0, 10
  %s1 = add i64 %m1, %t2
  %m2 = mul i64 %s1, 10
  %s2 = add i64 %m2, %t3
  %m3 = mul i64 %s2, 10
  %s3 = add i64 %m3, %t4
  %m4 = mul i64 %s3, 10
  %s4 = add i64 %m4, %t5
  %m5 = mul i64 %s4, 10
  %s5 = add i64 %m5, %x
  %m6 = mul i64 %s5, 10
  %s6 = add i64 %m6, %y
  %m7 = mul i64 %s6, 10
  %s7 = add i64 %m7, %z
  ret i64 %s7
}

define i64 @fits(i65 %a, i65 %b) {
  %p = call { i65, i1 } @llvm.sadd.with.overflow.i65(i65 %a, i65 %b)
  %q = call { i65, i1 } @llvm.umul.with.overflow.i65(i65 %a, i65 %b)
  %r = call { i65, i1 } @llvm.ssub.with.overflow.i65(i65 %a, i65 %b)
  %p1 = extractvalue { i65, i1 } %p, 1
  %q1 = extractvalue { i65, i1 } %q, 1
  %r1 = extractvalue { i65, i1 } %r, 1
  %r0 = extractvalue { i65, i1 } %r, 0
  %t = trunc i65 %r0 to i64
  %x = zext i1 %p1 to i64
  %y = zext i1 %q1 to i64
  %z = zext i1 %r1 to i64
  %m0 = mul i64 %t, 2
  %s0 = add i64 %m0, %x
  %m1 = mul i64 %s0, 2
  %s1 = add i64 %m1, %y
  %m2 = mul i64 %s1, 2
  %s2 = add i64 %m2, %z
  ret i64 %s2
}
declare { i65, i1 } @llvm.sadd.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.umul.with.overflow.i65(i65, i65)
declare { i65, i1 } @llvm.ssub.with.overflow.i65(i65, i65)

define i64 @counts(i8 %z, i16 %s, i64 %l) {
  %a = call i8 @llvm.ctlz.i8(i8 %z, i1 false)
  %b = call i16 @llvm.cttz.i16(i16 %s, i1 false)
  %c = call i64 @llvm.ctpop.i64(i64 %l)
  %d = call i8 @llvm.abs.i8(i8 -128, i1 false)
  %e = call i16 @llvm.bswap.i16(i16 4660)
  %f = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 100, i8 28)
  %g = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 256, i16 256)
  %h = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 -256, i16 128)
  %i = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 5, i8 6)
  %j = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 -128, i8 1)
  %k = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 200, i8 55)
  %f1 = extractvalue { i8, i1 } %f, 1
  %g1 = extractvalue { i16, i1 } %g, 1
  %h1 = extractvalue { i16, i1 } %h, 1
  %i1 = extractvalue { i8, i1 } %i, 1
  %j1 = extractvalue { i8, i1 } %j, 1
  %k1 = extractvalue { i8, i1 } %k, 1
  %j0 = extractvalue { i8, i1 } %j, 0
  %fz = zext i1 %f1 to i64
  %gz = zext i1 %g1 to i64
  %hz = zext i1 %h1 to i64
  %iz = zext i1 %i1 to i64
  %jz = zext i1 %j1 to i64
  %kz = zext i1 %k1 to i64
  %az = zext i8 %a to i64
  %bz = zext i16 %b to i64
  %dz = zext i8 %d to i64
  %ez = zext i16 %e to i64
  %j0z = zext i8 %j0 to i64
  %t0 = mul i64 %az, 100
  %t1 = add i64 %t0, %bz
  %t2 = mul i64 %t1, 100
  %t3 = add i64 %t2, %c
  %t4 = mul i64 %t3, 1000
  %t5 = add i64 %t4, %dz
  %t6 = mul i64 %t5, 100000
  %t7 = add i64 %t6, %ez
  %t8 = mul i64 %t7, 1000
  %t9 = add i64 %t8, %j0z
  %u0 = mul i64 %fz, 2
  %u1 = add i64 %u0, %gz
  %u2 = mul i64 %u1, 2
  %u3 = add i64 %u2, %hz
  %u4 = mul i64 %u3, 2
  %u5 = add i64 %u4, %iz
  %u6 = mul i64 %u5, 2
  %u7 = add i64 %u6, %jz
  %u8 = mul i64 %u7, 2
  %u9 = add i64 %u8, %kz
  %x = mul i64 %t9, 64
  %y = add i64 %x, %u9
  ret i64 %y
}
declare i8 @llvm.ctlz.i8(i8, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i8 @llvm.abs.i8(i8, i1)
declare i16 @llvm.bswap.i16(i16)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.umul.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.smul.with.overflow.i16(i16, i16)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)

define i64 @choose(i33 %n, ptr %f) {
  %c = freeze i33 %n
  switch i33 %c, label %other [
    i33 -4294967296, label %least
    i33 -1, label %minus
    i33 4294967295, label %most
  ]
least:
  ret i64 1
minus:
  %x = call i64 %f(i64 2)
  ret i64 %x
most:
  ret i64 3
other:
  ret i64 4
}
define i64 @ten(i64 %n) {
  %r = mul i64 %n, 10
  ret i64 %r
}

; Widths of bit-fields across words, and shifts into the upper word.
define i64 @fields(i96 %a, i96 %b, i128 %w) {
  %x = and i96 %a, %b
  %y = or i96 %x, 18446744073709551617
  %z = xor i96 %y, %b
  %e = icmp eq i96 %a, %b
  %n = icmp ne i96 %z, %a
  %l = lshr i96 %z, 70
  %r = ashr i96 %a, 68
  %s = shl i96 %b, 66
  %u = ashr i96 %a, 3
  %ux = sext i96 %u to i128
  %zx = zext i96 %s to i128
  %h = lshr i128 %w, 70
  %i = ashr i128 %w, 100
  %j = shl i128 %w, 72
  %t0 = trunc i96 %l to i64
  %t1 = trunc i96 %r to i64
  %s1 = lshr i96 %s, 64
  %t2 = trunc i96 %s1 to i64
  %u1 = lshr i128 %ux, 64
  %t3 = trunc i128 %u1 to i64
  %z1 = lshr i128 %zx, 64
  %t4 = trunc i128 %z1 to i64
  %t5 = trunc i128 %h to i64
  %t6 = trunc i128 %i to i64
  %j1 = lshr i128 %j, 64
  %t7 = trunc i128 %j1 to i64
  %t8 = zext i1 %e to i64
  %t9 = zext i1 %n to i64
  %m0 = mul i64 %t0, 31
  %a0 = add i64 %m0, %t1
  %m1 = mul i64 %a0, 31
  %a1 = add i64 %m1, %t2
  %m2 = mul i64 %a1, 31
  %a2 = add i64 %m2, %t3
  %m3 = mul i64 %a2, 31
  %a3 = add i64 %m3, %t4
  %m4 = mul i64 %a3, 31
  %a4 = add i64 %m4, %t5
  %m5 = mul i64 %a4, 31
  %a5 = add i64 %m5, %t6
  %m6 = mul i64 %a5, 31
  %a6 = add i64 %m6, %t7
  %m7 = mul i64 %a6, 31
  %a7 = add i64 %m7, %t8
  %m8 = mul i64 %a7, 31
  %a8 = add i64 %m8, %t9
  ret i64 %a8
}

define i32 @main() {
  %r0 = call i64 @icmp8(i8 -1, i8 1)
  call void @check(i64 %r0, i64 782)
  %r1 = call i64 @icmp8(i8 1, i8 -1)
  call void @check(i64 %r1, i64 242)
  %r2 = call i64 @icmp8(i8 128, i8 127)
  call void @check(i64 %r2, i64 782)
  %r3 = call i64 @icmp8(i8 5, i8 5)
  call void @check(i64 %r3, i64 681)
  %r4 = call i64 @icmp8(i8 -2, i8 -1)
  call void @check(i64 %r4, i64 818)
  %r5 = call i64 @icmp33(i33 -1, i33 1)
  call void @check(i64 %r5, i64 782)
  %r6 = call i64 @icmp33(i33 1, i33 -1)
  call void @check(i64 %r6, i64 242)
  %r7 = call i64 @icmp33(i33 4294967296, i33 4294967295)
  call void @check(i64 %r7, i64 782)
  %r8 = call i64 @icmp33(i33 5, i33 5)
  call void @check(i64 %r8, i64 681)
  %r9 = call i64 @icmp33(i33 -2, i33 -1)
  call void @check(i64 %r9, i64 818)
  %r10 = call i64 @icmp64(i64 -1, i64 1)
  call void @check(i64 %r10, i64 782)
  %r11 = call i64 @icmp64(i64 1, i64 -1)
  call void @check(i64 %r11, i64 242)
  %r12 = call i64 @icmp64(i64 9223372036854775808, i64 9223372036854775807)
  call void @check(i64 %r12, i64 782)
  %r13 = call i64 @icmp64(i64 5, i64 5)
  call void @check(i64 %r13, i64 681)
  %r14 = call i64 @icmp64(i64 -2, i64 -1)
  call void @check(i64 %r14, i64 818)
  %r15 = call i64 @icmp128(i128 -1, i128 1)
  call void @check(i64 %r15, i64 782)
  %r16 = call i64 @icmp128(i128 1, i128 -1)
  call void @check(i64 %r16, i64 242)
  %r17 = call i64 @icmp128(i128 170141183460469231731687303715884105728, i128 170141183460469231731687303715884105727)
  call void @check(i64 %r17, i64 782)
  %r18 = call i64 @icmp128(i128 5, i128 5)
  call void @check(i64 %r18, i64 681)
  %r19 = call i64 @icmp128(i128 -2, i128 -1)
  call void @check(i64 %r19, i64 818)
  %r20 = call i64 @icmp128(i128 129127208515966861317, i128 5)
  call void @check(i64 %r20, i64 206)
  %r21 = call i64 @icmp128(i128 5, i128 129127208515966861317)
  call void @check(i64 %r21, i64 818)
  %r22 = call i64 @icmp128(i128 18446744073709551617, i128 18446744073709551618)
  call void @check(i64 %r22, i64 818)
  %r23 = call i64 @icmp128(i128 27670116110564327424, i128 18446744073709551617)
  call void @check(i64 %r23, i64 206)
  %r24 = call i64 @icmp128(i128 18446744073709551616, i128 1)
  call void @check(i64 %r24, i64 206)
  %r25 = call i64 @fcmp_double(double 0x3FF0000000000000, double 0x4000000000000000)
  call void @check(i64 %r25, i64 61680)
  %r26 = call i64 @fcmp_double(double 0x4000000000000000, double 0x4000000000000000)
  call void @check(i64 %r26, i64 43690)
  %r27 = call i64 @fcmp_double(double 0x4008000000000000, double 0x4000000000000000)
  call void @check(i64 %r27, i64 52428)
  %r28 = call i64 @fcmp_double(double 0x7FF8000000000000, double 0x3FF0000000000000)
  call void @check(i64 %r28, i64 65280)
  %r29 = call i64 @fcmp_double(double 0x3FF0000000000000, double 0x7FF8000000000000)
  call void @check(i64 %r29, i64 65280)
  %r30 = call i64 @fcmp_double(double 0x8000000000000000, double 0x0000000000000000)
  call void @check(i64 %r30, i64 43690)
  %r31 = call i64 @fcmp_double(double 0xFFF0000000000000, double 0x7FF0000000000000)
  call void @check(i64 %r31, i64 61680)
  %r32 = call i64 @fcmp_float(float 0x3FF0000000000000, float 0x4000000000000000)
  call void @check(i64 %r32, i64 61680)
  %r33 = call i64 @fcmp_float(float 0x4000000000000000, float 0x4000000000000000)
  call void @check(i64 %r33, i64 43690)
  %r34 = call i64 @fcmp_float(float 0x4008000000000000, float 0x4000000000000000)
  call void @check(i64 %r34, i64 52428)
  %r35 = call i64 @fcmp_float(float 0x7FF8000000000000, float 0x3FF0000000000000)
  call void @check(i64 %r35, i64 65280)
  %r36 = call i64 @fcmp_float(float 0x3FF0000000000000, float 0x7FF8000000000000)
  call void @check(i64 %r36, i64 65280)
  %r37 = call i64 @fcmp_float(float 0x8000000000000000, float 0x0000000000000000)
  call void @check(i64 %r37, i64 43690)
  %r38 = call i64 @fcmp_float(float 0xFFF0000000000000, float 0x7FF0000000000000)
  call void @check(i64 %r38, i64 61680)
  %r39 = call i64 @arith5(i5 -3, i5 2, i5 4)
  call void @check(i64 %r39, i64 -919253610005309057)
  %r40 = call i64 @arith5(i5 -16, i5 3, i5 1)
  call void @check(i64 %r40, i64 8524451991807850714)
  %r41 = call i64 @arith5(i5 15, i5 -2, i5 2)
  call void @check(i64 %r41, i64 -8586621338102705587)
  %r42 = call i64 @arith5(i5 -15, i5 15, i5 0)
  call void @check(i64 %r42, i64 50022966818444296)
  %r43 = call i64 @arith12(i12 -3, i12 2, i12 11)
  call void @check(i64 %r43, i64 -865528355949260417)
  %r44 = call i64 @arith12(i12 -2048, i12 3, i12 1)
  call void @check(i64 %r44, i64 7502040143930202862)
  %r45 = call i64 @arith12(i12 2047, i12 -2, i12 2)
  call void @check(i64 %r45, i64 -9213182556042476859)
  %r46 = call i64 @arith12(i12 -2047, i12 2047, i12 0)
  call void @check(i64 %r46, i64 50022906706879480)
  %r47 = call i64 @arith33(i33 -3, i33 2, i33 32)
  call void @check(i64 %r47, i64 -1886656987956391553)
  %r48 = call i64 @arith33(i33 -4294967296, i33 3, i33 1)
  call void @check(i64 %r48, i64 7978481466013302618)
  %r49 = call i64 @arith33(i33 4294967295, i33 -2, i33 2)
  call void @check(i64 %r49, i64 -2006054174909169979)
  %r50 = call i64 @arith33(i33 -4294967295, i33 4294967295, i33 0)
  call void @check(i64 %r50, i64 -77032743828366344)
  %r51 = call i64 @arith48(i48 -3, i48 2, i48 47)
  call void @check(i64 %r51, i64 4574714901890191743)
  %r52 = call i64 @arith48(i48 -140737488355328, i48 3, i48 1)
  call void @check(i64 %r52, i64 -6230686879158543634)
  %r53 = call i64 @arith48(i48 140737488355327, i48 -2, i48 2)
  call void @check(i64 %r53, i64 -2436074514709643579)
  %r54 = call i64 @arith48(i48 -140737488355327, i48 140737488355327, i48 0)
  call void @check(i64 %r54, i64 5652641641229016056)
  %r55 = call i64 @arith63(i63 -3, i63 2, i63 62)
  call void @check(i64 %r55, i64 -919676643501813377)
  %r56 = call i64 @arith63(i63 -4611686018427387904, i63 3, i63 1)
  call void @check(i64 %r56, i64 2286754418391170906)
  %r57 = call i64 @arith63(i63 4611686018427387903, i63 -2, i63 2)
  call void @check(i64 %r57, i64 -30096782531133755)
  %r58 = call i64 @arith63(i63 -4611686018427387903, i63 4611686018427387903, i63 0)
  call void @check(i64 %r58, i64 4661708985719151608)
  %r59 = call i64 @convert(i1 1, i7 -3, double -5.5)
  call void @check(i64 %r59, i64 -4251049)
  %r60 = call i64 @convert(i1 0, i7 63, double 7.25)
  call void @check(i64 %r60, i64 59032070)
  %r61 = call i64 @parts(i32 1, i64 2, i1 1)
  call void @check(i64 %r61, i64 7836270)
  %r62 = call i64 @parts(i32 1, i64 2, i1 0)
  call void @check(i64 %r62, i64 7836290)
  %r63 = call i64 @turn(i64 1)
  call void @check(i64 %r63, i64 12311)
  %r64 = call i64 @turn(i64 2)
  call void @check(i64 %r64, i64 23111)
  %r65 = call i64 @turn(i64 5)
  call void @check(i64 %r65, i64 23111)
  %r66 = call i64 @memory(i8 -1, i16 1)
  call void @check(i64 %r66, i64 72049897397813290)
  %r67 = call i64 @updates()
  call void @check(i64 %r67, i64 647834759127466430)
  %r68 = call i64 @wide_updates()
  call void @check(i64 %r68, i64 358279001)
  %r69 = call i64 @fits(i65 18446744073709551615, i65 1)
  call void @check(i64 %r69, i64 -12)
  %r70 = call i64 @fits(i65 -18446744073709551616, i65 1)
  call void @check(i64 %r70, i64 -7)
  %r71 = call i64 @fits(i65 9223372036854775808, i65 4)
  call void @check(i64 %r71, i64 -30)
  %r72 = call i64 @fits(i65 -18446744073709551616, i65 -1)
  call void @check(i64 %r72, i64 14)
  %r73 = call i64 @fits(i65 1099511627776, i65 33554432)
  call void @check(i64 %r73, i64 8795824586754)
  %r74 = call i64 @fits(i65 1099511627776, i65 16777216)
  call void @check(i64 %r74, i64 8795958804480)
  %r75 = call i64 @fits(i65 -1, i65 -1)
  call void @check(i64 %r75, i64 2)
  %r76 = call i64 @counts(i8 0, i16 0, i64 -1)
  call void @check(i64 %r76, i64 522650420053128182)
  %r77 = call i64 @counts(i8 1, i16 -32768, i64 8)
  call void @check(i64 %r77, i64 457607220053128182)
  %r78 = call i64 @choose(i33 -4294967296, ptr @ten)
  call void @check(i64 %r78, i64 1)
  %r79 = call i64 @choose(i33 -1, ptr @ten)
  call void @check(i64 %r79, i64 20)
  %r80 = call i64 @choose(i33 4294967295, ptr @ten)
  call void @check(i64 %r80, i64 3)
  %r81 = call i64 @choose(i33 0, ptr @ten)
  call void @check(i64 %r81, i64 4)
  %r82 = call i64 @fields(i96 -5, i96 -39614081257132168796771975165, i128 -1180591620717411303424)
  call void @check(i64 %r82, i64 288229852867136455)
  %r83 = call i64 @fields(i96 1208925819614629174706183, i96 1208925819614629174706183, i128 170141183460469231731687303715884105719)
  call void @check(i64 %r83, i64 147620669827347720)
  %r84 = call i64 @fields(i96 18446744073709551617, i96 36893488147419103233, i128 12345678901234567890123)
  call void @check(i64 %r84, i64 6668317310184524803)
  ret i32 0
}
