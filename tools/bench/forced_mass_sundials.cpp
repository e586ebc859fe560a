// The forced mass between two stops by ARKODE's explicit Runge-Kutta method with root finding, where SUNDIALS is installed.
// SPDX-License-Identifier: BSD-3-Clause
#include "forced_mass.hpp"

#ifdef JOUNCE_BENCH_SUNDIALS

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include <chrono>
#include <cmath>
#include <stdexcept>

namespace jounce::bench {

namespace {

struct Contact {
    int side = 0;  // +1, -1, or 0 in flight
    double speed = 1;
};

int rate(sunrealtype t, N_Vector y, N_Vector dy, void* data) {
    using namespace forced_mass;
    const Contact& contact = *static_cast<const Contact*>(data);
    const double x = NV_Ith_S(y, 0), v = NV_Ith_S(y, 1);
    double pull = force * std::sin(omega * t) - spring * x;
    if (contact.side != 0) {
        const double depth = contact.side * x - gap;
        if (depth > 0) pull -= contact.side * stop * depth * std::sqrt(depth) * (1 + factor * contact.side * v / contact.speed);
    }
    NV_Ith_S(dy, 0) = v;
    NV_Ith_S(dy, 1) = pull / mass;
    return 0;
}

int stops(sunrealtype, N_Vector y, sunrealtype* out, void*) {
    out[0] = NV_Ith_S(y, 0) - forced_mass::gap;
    out[1] = -NV_Ith_S(y, 0) - forced_mass::gap;
    return 0;
}

void require(int status) {
    if (status < 0) throw std::runtime_error("SUNDIALS failed");
}

}  // namespace

ForcedRun sundials_forced_mass(double tolerance, int order) {
    using namespace forced_mass;
    SUNContext context = nullptr;
    require(SUNContext_Create(nullptr, &context));
    N_Vector y = N_VNew_Serial(2, context);
    NV_Ith_S(y, 0) = 0;
    NV_Ith_S(y, 1) = speed;
    Contact contact;
    ForcedRun run;
    run.impact_speeds.reserve(4096);
    const auto begin = std::chrono::steady_clock::now();
    void* memory = ERKStepCreate(rate, 0, y, context);
    require(ERKStepSetUserData(memory, &contact));
    require(ERKStepSetOrder(memory, order));
    // Relative for the speed, the same fraction of the gap for the place.
    N_Vector absolute = N_VNew_Serial(2, context);
    NV_Ith_S(absolute, 0) = tolerance * gap;
    NV_Ith_S(absolute, 1) = tolerance;
    require(ERKStepSVtolerances(memory, tolerance, absolute));
    require(ERKStepSetMaxNumSteps(memory, 100000000));
    require(ERKStepRootInit(memory, 2, stops));
    require(ERKStepSetStopTime(memory, duration));
    double t = 0;
    while (t < duration) {
        const int status = ERKStepEvolve(memory, duration, y, &t, ARK_NORMAL);
        if (status < 0) break;  // the run is then short of impacts, and said to be
        if (status != ARK_ROOT_RETURN) continue;
        int found[2] = {};
        require(ERKStepGetRootInfo(memory, found));
        for (int k = 0; k < 2; ++k) {
            if (found[k] > 0) {
                contact = {k == 0 ? 1 : -1, std::abs(NV_Ith_S(y, 1))};
                run.impact_speeds.push_back(contact.speed);
            } else if (found[k] < 0) {
                contact.side = 0;
            }
        }
        require(ERKStepReset(memory, t, y));
        require(ERKStepSetStopTime(memory, duration));
    }
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    ERKStepFree(&memory);
    N_VDestroy(absolute);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return run;
}

}  // namespace jounce::bench

#else

namespace jounce::bench {
ForcedRun sundials_forced_mass(double /*tolerance*/, int /*order*/) { return {}; }
}  // namespace jounce::bench

#endif
