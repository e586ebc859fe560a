// Operators of mutated sources (tools/mutate). Each stands at one place of a source and has a number; the environment variable
// JOUNCE_MUTANT names the one that is wrong in this process. Without the variable every operator computes what the source says,
// to the last bit. Operands without floating-point numbers (indices, texts, iterators) are passed through: such a place is no
// mutant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include <unistd.h>

#include <Eigen/Core>

namespace mutants {

/// Numbers of the mutants are below this one.
inline constexpr int most = 1 << 19;
inline unsigned char exists[most];   ///< 1: the operands at this place are floating-point numbers
inline unsigned char reached[most];  ///< 1: computed since this was last set to 0
/// Number of the mutant of this process, -1 without one.
inline int chosen() {
    static const int number = [] {
        const char* const text = std::getenv("JOUNCE_MUTANT");
        return text ? std::atoi(text) : -1;
    }();
    return number;
}
/// A program that a test starts leaves the numbers that it reached in a file of the folder JOUNCE_MUTANTS_CHILDREN. Processes
/// that end without destructors (workers of a sweep, those killed) leave none.
struct Child {
    const char* const folder = std::getenv("JOUNCE_MUTANTS_CHILDREN");
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (folder == nullptr) return;
        std::FILE* const file = std::fopen((std::string(folder) + "/" + std::to_string(getpid())).c_str(), "w");
        if (file == nullptr) return;
        for (int i = 0; i < most; ++i)
            if (reached[i]) std::fprintf(file, " %d", i);
        std::fclose(file);
    }
};
inline const Child child;
inline bool enroll(int number) { return (exists[number] = 1) != 0; }
template <int N>
inline const bool enrolled = enroll(N);

/// Is mutant N the wrong one? Constant expressions are computed as written.
template <int N>
constexpr bool on() {
    if (std::is_constant_evaluated()) return false;
    static_cast<void>(&enrolled<N>);
    reached[N] = 1;
    return chosen() == N;
}

template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<std::complex<T>> : std::true_type {};
template <class T, class V = std::remove_cvref_t<T>>
concept Scalar = std::is_arithmetic_v<V> || IsComplex<V>::value;
template <class T, class V = std::remove_cvref_t<T>>
concept Inexact = std::floating_point<V> || IsComplex<V>::value;
template <class A, class B>
concept Scalars = Scalar<A> && Scalar<B> &&(Inexact<A> || Inexact<B>);
template <class A, class B>
concept Ordered = std::is_arithmetic_v<std::remove_cvref_t<A>> && std::is_arithmetic_v<std::remove_cvref_t<B>> &&
    (Inexact<A> || Inexact<B>);
/// A matrix or an expression of Eigen with floating-point coefficients.
template <class T, class V = std::remove_cvref_t<T>>
concept Matrix = std::is_base_of_v<Eigen::EigenBase<V>, V> && Inexact<typename Eigen::internal::traits<V>::Scalar>;
template <class T, class V = std::remove_cvref_t<T>>
concept Status = std::is_enum_v<V>;

// `a OP b` is written `a OP Name<N>{} OP b`: the first OP keeps the left operand, the second one computes. The precedence stays.
#define MUTANTS_BINARY(Name, OP)                             \
    template <int N>                                         \
    struct Name {};                                          \
    template <int N, class A>                                \
    struct Name##Left {                                      \
        A&& a;                                               \
    };                                                       \
    template <class A, int N>                                \
    constexpr Name##Left<N, A> operator OP(A&& a, Name<N>) { \
        return {std::forward<A>(a)};                         \
    }                                                        \
    template <int N, class A, class B>                       \
    constexpr decltype(auto) operator OP(Name##Left<N, A> left, B&& b)

MUTANTS_BINARY(Plus, +) {
    if constexpr (Scalars<A, B>) {
        return on<N>() ? left.a - b : left.a + b;
    } else if constexpr (Matrix<A> && Matrix<B>) {
        return left.a + (on<N>() ? -1.0 : 1.0) * b;
    } else {
        return std::forward<A>(left.a) + std::forward<B>(b);
    }
}
MUTANTS_BINARY(Minus, -) {
    if constexpr (Scalars<A, B>) {
        return on<N>() ? left.a + b : left.a - b;
    } else if constexpr (Matrix<A> && Matrix<B>) {
        return left.a - (on<N>() ? -1.0 : 1.0) * b;
    } else {
        return std::forward<A>(left.a) - std::forward<B>(b);
    }
}
MUTANTS_BINARY(Times, *) {
    if constexpr (Scalars<A, B>) {
        return on<N>() ? left.a / b : left.a * b;
    } else if constexpr (Inexact<A> && Matrix<B>) {
        return (on<N>() ? 1.0 / left.a : 1.0 * left.a) * b;
    } else if constexpr (Matrix<A> && Inexact<B>) {
        return left.a * (on<N>() ? 1.0 / b : 1.0 * b);
    } else {
        return std::forward<A>(left.a) * std::forward<B>(b);
    }
}
MUTANTS_BINARY(Over, /) {
    if constexpr (Scalars<A, B>) {
        return on<N>() ? left.a * b : left.a / b;
    } else if constexpr (Matrix<A> && Inexact<B>) {
        return left.a / (on<N>() ? 1.0 / b : 1.0 * b);
    } else {
        return std::forward<A>(left.a) / std::forward<B>(b);
    }
}
#define MUTANTS_COMPARISON(Name, OP, WRONG)                       \
    MUTANTS_BINARY(Name, OP) {                                    \
        if constexpr (Ordered<A, B>) {                            \
            return on<N>() ? left.a WRONG b : left.a OP b;        \
        } else {                                                  \
            return std::forward<A>(left.a) OP std::forward<B>(b); \
        }                                                         \
    }
MUTANTS_COMPARISON(Less, <, >)
MUTANTS_COMPARISON(Greater, >, <)
MUTANTS_COMPARISON(AtMost, <=, >=)
MUTANTS_COMPARISON(AtLeast, >=, <=)
#define MUTANTS_EQUALITY(Name, OP, WRONG)                          \
    MUTANTS_BINARY(Name, OP) {                                     \
        if constexpr (Scalars<A, B> || (Status<A> && Status<B>)) { \
            return on<N>() ? left.a WRONG b : left.a OP b;         \
        } else {                                                   \
            return std::forward<A>(left.a) OP std::forward<B>(b);  \
        }                                                          \
    }
MUTANTS_EQUALITY(Equal, ==, !=)
MUTANTS_EQUALITY(Unequal, !=, ==)

/// `-x` is written `Negative<N>{}->*x`, whose precedence is between that of `*` and that of unary operators.
template <int N>
struct Negative {};
template <int N, class X>
constexpr decltype(auto) operator->*(Negative<N>, X&& x) {
    if constexpr (Inexact<X>) {
        return on<N>() ? +x : -x;
    } else if constexpr (Matrix<X>) {
        return (on<N>() ? 1.0 : -1.0) * x;
    } else {
        return -std::forward<X>(x);
    }
}

/// `x += y` is written `x += Sign<N>{} = y`, `x *= y` with Inverse.
template <int N>
struct Sign {
    template <class Y>
    constexpr decltype(auto) operator=(Y&& y) const {
        if constexpr (Inexact<Y>) {
            return on<N>() ? -y : +y;
        } else if constexpr (Matrix<Y>) {
            return (on<N>() ? -1.0 : 1.0) * y;
        } else {
            return std::forward<Y>(y);
        }
    }
};
template <int N>
struct Inverse {
    template <class Y>
    constexpr decltype(auto) operator=(Y&& y) const {
        if constexpr (Inexact<Y>) {
            return on<N>() ? 1.0 / y : 1.0 * y;
        } else {
            return std::forward<Y>(y);
        }
    }
};

/// A literal; the wrong one is twice as large.
template <int N>
constexpr double number(double x) {
    return on<N>() ? 2 * x : x;
}
/// The same in a table, which then is no constant expression.
template <int N>
double entry(double x) {
    static_cast<void>(&enrolled<N>);
    reached[N] = 1;
    return chosen() == N ? 2 * x : x;
}

// std::min, std::max with and without their type, of two values or a list.
#define MUTANTS_CLAMP(name, WRONG)                    \
    template <int N, class T>                         \
    constexpr T name##_of(const T& a, const T& b) {   \
        if constexpr (Inexact<T>) {                   \
            if (on<N>()) return std::WRONG(a, b);     \
        }                                             \
        return std::name(a, b);                       \
    }                                                 \
    template <int N, class T>                         \
    constexpr T name(const T& a, const T& b) {        \
        return name##_of<N, T>(a, b);                 \
    }                                                 \
    template <int N, class T>                         \
    constexpr T name(std::initializer_list<T> list) { \
        if constexpr (Inexact<T>) {                   \
            if (on<N>()) return std::WRONG(list);     \
        }                                             \
        return std::name(list);                       \
    }
MUTANTS_CLAMP(min, max)
MUTANTS_CLAMP(max, min)

template <int N, class T>
constexpr T clamp(const T& x, const T& low, const T& high) {
    if constexpr (Inexact<T>) {
        if (on<N>()) return x;
    }
    return std::clamp(x, low, high);
}
template <int N, class T>
auto abs(const T& x) {
    if constexpr (std::floating_point<T>)
        return on<N>() ? x : std::abs(x);
    else
        return std::abs(x);
}
template <int N, class T, class S>
auto copysign(const T& x, const S& sign) {
    return on<N>() ? -std::copysign(x, sign) : std::copysign(x, sign);
}

}  // namespace mutants
