// The summary of a run: steps, Newton iterations, impacts, the energy balance, cost; as data and as text.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/summary/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "time/contact/depth_limits.hpp"

namespace jounce::record {

namespace {
std::string duration_text(double seconds) {
    if (seconds < 1e-6) return fmt::format("{:.3g} ns", 1e9 * seconds);
    if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
    if (seconds < 1) return fmt::format("{:.3g} ms", 1e3 * seconds);
    return fmt::format("{:.3g} s", seconds);
}

std::string counted(std::int64_t n, const std::string& one, const std::string& many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// "2nd", "3rd", "11th", "21st"
std::string ordinal(int n) {
    const int last = n % 100 / 10 == 1 ? 0 : n % 10;
    return std::to_string(n) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

class Lines {
  public:
    void add(const std::string& label, const std::string& text) { text_ += fmt::format("\n  {:<12}{}", label, text); }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
};

std::string steps_text(const Summary& s) {
    // A step that was computed has no short text: 0.003/7.
    std::string out = counted(s.march.steps, "step", "steps");
    if (!s.steps_vary) {
        out += fmt::format(" of {:.6g} s", s.step);
    } else if (s.march.steps > 0) {
        out += fmt::format(", {:.3g} s in the mean,", s.simulated / static_cast<double>(s.march.steps));
    }
    out += fmt::format(" to t = {:.10g} s", s.end_time);
    if (s.march.events > 0) out += ", " + counted(s.march.events, "event", "events") + " located";
    if (s.march.refinements > 0) out += ", " + counted(s.march.refinements, "refinement", "refinements");
    if (s.march.halvings > 0) out += ", " + counted(s.march.halvings, "time", "times") + " halved";
    return out;
}

std::string contact_text(const Summary& s) {
    if (s.march.steps_in_contact == 0) return "none";
    return counted(s.march.steps_in_contact, "step", "steps") +
           fmt::format(", {:.2f} Newton iterations each, ", s.iterations_per_contact_step()) +
           counted(s.march.law_evaluations, "law evaluation", "law evaluations");
}

std::string impacts_text(const Summary& s) {
    std::vector<std::string> parts;
    for (const GapSummary& gap : s.gaps) parts.push_back(gap.gap + " " + std::to_string(gap.impacts));
    std::string out = std::to_string(s.impacts());
    if (parts.size() > 1) out += " (" + join(parts) + ")";
    return out;
}

/// Of the set-valued ones; a smooth law has no events.
void add_frictions(Lines& lines, const Summary& s) {
    std::vector<std::string> parts;
    for (const FrictionSummary& f : s.frictions) {
        if (!f.set_valued) continue;
        parts.push_back(f.friction + " " + counted(f.sticks, "stick", "sticks") + ", " + counted(f.slips, "slip", "slips") +
                        ", " + counted(f.reversals, "reversal", "reversals"));
    }
    if (!parts.empty()) lines.add("friction", join(parts, "; "));
}

void add_energy(Lines& lines, const EnergySummary& e) {
    const auto values = time::as_array(e.terms);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        // Round-off of located events is not an energy.
        if (std::abs(values[i]) > 1e-15 * e.work_done)
            parts.push_back(fmt::format("{} {:.6g} J", time::energy_term_names[i], values[i]));
    }
    // Three terms a line.
    const std::size_t per_line = 3;
    for (std::size_t i = 0; i < parts.size(); i += per_line) {
        const std::size_t n = std::min(per_line, parts.size() - i);
        lines.add(i == 0 ? "energy" : "", join(std::span(parts).subspan(i, n)) + (i + n < parts.size() ? "," : ""));
    }
    if (parts.empty()) lines.add("energy", "no energy at any time");
    lines.add("remainder", fmt::format("{:.3g} J at the end, at most {:.3g} J, which is {:.2g} of the work done ({:.6g} J)",
                                       e.terms.remainder, e.largest_remainder, e.relative(), e.work_done));
    if (e.every > 1) lines.add("", "evaluated at every " + ordinal(e.every) + " step; the work integrals use every step");
    if (!e.within_budget()) {
        lines.add("warning", fmt::format("the energy remainder exceeds its budget of {} of the work done: use a smaller {}",
                                         shortest(e.budget), e.own_steps ? "tolerance" : "step"));
    }
}

std::string restitution_note(const Contact& contact, const GapSummary& gap) {
    if (!gap.delivered || !contact.law->restitution_asked) return {};
    const double asked = *contact.law->restitution_asked;
    const auto [low, high] = *gap.delivered;
    if (high == 0 || (low > asked - 0.1 && high < asked + 0.1)) return {};
    return fmt::format(
        "gap '{}': the law has restitution {}, impacts have {:.3g} to {:.3g}: other forces act on the bodies during the "
        "contacts; "
        "jounce.restitution gives that of two free bodies",
        contact.name, shortest(asked), low, high);
}

/// Of each contact: how its impacts slow down.
struct Bounces {
    double fastest = 0;  // [m/s]
    std::size_t all = 0, slow = 0;
    double last = 0;  // onset of the last one [s]
    bool rests = false;
};

std::vector<Bounces> bounces_of(const System& system, const LongVector<time::Impact>& impacts) {
    std::vector<Bounces> out(system.contacts.size());
    impacts.visit([&](const time::Impact& impact) {
        Bounces& of = out[static_cast<std::size_t>(impact.contact)];
        of.fastest = std::max(of.fastest, impact.speed_in);
    });
    impacts.visit([&](const time::Impact& impact) {
        Bounces& of = out[static_cast<std::size_t>(impact.contact)];
        ++of.all;
        of.slow += impact.speed_in < 1e-3 * of.fastest ? 1 : 0;
        of.last = impact.time_in;
        of.rests = !impact.time_out;
    });
    return out;
}

/// Of a gap with many impacts that are slower than a thousandth of its fastest one.
std::string bouncing_note(const Contact& contact, const Bounces& bounces) {
    constexpr std::size_t many = 20;
    if (bounces.slow < many) return {};
    std::string out =
        fmt::format("gap '{}': {} of {} impacts are slower than a thousandth of the fastest ({:.3g} m/s): bounces that die out",
                    contact.name, bounces.slow, bounces.all, bounces.fastest);
    if (bounces.rests) out += fmt::format("; it rests from t = {:.6g} s on", bounces.last);
    if (contact.law->rigid)
        out += fmt::format("; a 'minimum_speed' of law.rigid above its {} m/s ends them earlier",
                           shortest(contact.law->minimum_speed));
    return out;
}

}  // namespace

int Summary::impacts() const {
    int sum = 0;
    for (const GapSummary& gap : gaps) sum += gap.impacts;
    return sum;
}

double Summary::iterations_per_contact_step() const {
    const auto steps = static_cast<double>(march.steps_in_contact);
    return steps > 0 ? static_cast<double>(march.newton_iterations) / steps : 0.0;
}

double Summary::nanoseconds_per_step() const {
    const auto steps = static_cast<double>(march.steps);
    return steps > 0 ? 1e9 * march.wall_seconds / steps : 0.0;
}

std::string summary_text(const Summary& s) {
    Lines lines;
    if (!s.model_line.empty()) lines.add("model", s.model_line);
    if (!s.chosen.empty()) lines.add("chosen", s.chosen);
    lines.add("steps", steps_text(s));
    if (s.counted) lines.add("contact", contact_text(s));
    if (!s.gaps.empty()) lines.add("impacts", impacts_text(s));
    add_frictions(lines, s);
    if (s.missed_contacts > 0) {
        lines.add("warning", counted(s.missed_contacts, "contact", "contacts") +
                                 " opened and closed within one step, detected by interpolation only: use a smaller step");
    }
    if (s.floored_contacts > 0) {
        lines.add("warning", counted(s.floored_contacts, "contact", "contacts") +
                                 " began slower than the law's 'minimum_speed' (at rest or preloaded): a factor 1/v0 then gives "
                                 "excessive damping; set 'minimum_speed', or use an elastic law there");
    }
    if (s.fell_through > 0) {
        lines.add("warning", counted(s.fell_through, "body", "bodies") +
                                 " turned back while still indented and fell through the stop (transition = \"latched\"): it "
                                 "closes only on an approach from outside");
    }
    if (s.clamped_impulse > 0) lines.add("clamped", fmt::format("{:.6g} N s of tension removed", s.clamped_impulse));
    if (s.energy) {
        add_energy(lines, *s.energy);
    } else {
        lines.add("energy", "not accounted (energy = false)");
    }
    if (s.counted) {
        lines.add("wall time",
                  duration_text(s.march.wall_seconds) + ", " + duration_text(1e-9 * s.nanoseconds_per_step()) + " a step");
    }
    for (const std::string& note : s.notes) lines.add("note", note);
    if (!s.folder.empty()) {
        std::vector<std::string> files;
        for (const WrittenFile& f : s.files) {
            files.push_back(f.unit.empty() ? f.name : f.name + " (" + std::to_string(f.count) + " " + f.unit + ")");
        }
        lines.add("written", s.folder + ": " + join(files));
    }
    std::string head = "run of '" + s.model + "' by " + s.method;
    if (s.status != "done") head += ": " + s.status + (s.message.empty() ? "" : ": " + s.message);
    return head + lines.text();
}

std::vector<GapSummary> gap_summaries(const System& system, const LongVector<time::Impact>& impacts) {
    std::vector<GapSummary> out;
    for (const Contact& contact : system.contacts) out.push_back({contact.name, 0, 0, 0, 0, {}});
    impacts.visit([&](const time::Impact& impact) {
        GapSummary& gap = out[static_cast<std::size_t>(impact.contact)];
        ++gap.impacts;
        gap.peak_force = std::max(gap.peak_force, impact.peak_force);
        gap.max_indentation = std::max(gap.max_indentation, impact.max_indentation);
        gap.work += impact.work;
        const std::optional<double> delivered = impact.restitution_asked ? impact.restitution_delivered() : std::nullopt;
        if (!delivered) return;
        if (!gap.delivered) gap.delivered.emplace(INFINITY, 0.0);
        auto& [low, high] = *gap.delivered;
        low = std::min(low, *delivered);
        high = std::max(high, *delivered);
    });
    return out;
}

std::vector<std::string> contact_notes(const System& system, const std::vector<GapSummary>& gaps,
                                       const LongVector<time::Impact>& impacts) {
    std::vector<std::string> out;
    const std::vector<Bounces> bounces = bounces_of(system, impacts);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        out.push_back(time::trust_note(system.contacts[c], gaps[c].max_indentation));
        out.push_back(restitution_note(system.contacts[c], gaps[c]));
        out.push_back(bouncing_note(system.contacts[c], bounces[c]));
    }
    std::erase(out, "");
    return out;
}

std::vector<FrictionSummary> friction_summaries(const System& system, const LongVector<time::FrictionEvent>& events) {
    std::vector<FrictionSummary> out;
    for (const Friction& friction : system.frictions) out.push_back({friction.name, 0, 0, 0, friction.law->cone.has_value()});
    events.visit([&](const time::FrictionEvent& event) {
        FrictionSummary& friction = out[static_cast<std::size_t>(event.friction)];
        friction.sticks += event.what == time::FrictionEvent::What::stick ? 1 : 0;
        friction.slips += event.what == time::FrictionEvent::What::slip ? 1 : 0;
        friction.reversals += event.what == time::FrictionEvent::What::reversal ? 1 : 0;
    });
    return out;
}

}  // namespace jounce::record
