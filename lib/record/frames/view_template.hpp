// The text of view.py before and behind what differs from run to run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace jounce::record {

inline constexpr std::string_view view_head = R"py("""Shows the frames of this folder in ParaView. Written by Jounce.

    paraview --script=view.py
    pvpython view.py --picture shot.png [--time S] [--warp FACTOR] [--colour FIELD] ...

Structures are enlarged by the warp factor, clearances with them. Closed stops are red, arrows are contact forces.
"""
import argparse
import os
import sys
import xml.etree.ElementTree

# Of all frames: their number, the model's size [m], the warp factor, and ranges of arrays (of vectors: of their length).
)py";

inline constexpr std::string_view view_body = R"py(
DIRECTIONS = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "oblique": (0.55, -0.8, 0.3)}
UNITS = (("displacement", "m"), ("velocity", "m/s"), ("acceleration", "m/s2"), ("force", "N"), ("force_y", "N"), ("force_z", "N"),
         ("torque", "N m"), ("moment_y", "N m"), ("moment_z", "N m"), ("von_mises_top", "Pa"), ("von_mises_bottom", "Pa"))
ARROW = 0.15  # length of the largest contact force, relative to the model
STRUCTURE = ("beams", "shells", "bodies", "nodes")  # parts coloured by a field


def stop(message):
    sys.exit("view: " + message)


def read_options():
    parser = argparse.ArgumentParser(prog="view.py", description="Shows the frames of a run, or saves a picture of one.")
    parser.add_argument("--picture", metavar="FILE", help="PNG to write")
    parser.add_argument("--time", type=float, metavar="S", help="simulated time [s]; the nearest frame; default: strongest contact")
    parser.add_argument("--warp", type=float, default=WARP, metavar="FACTOR", help=f"enlarges displacements (default {WARP:g})")
    parser.add_argument("--colour", metavar="FIELD", help="array that colours the structure (default displacement; of mechanisms velocity)")
    parser.add_argument("--view", choices=sorted(DIRECTIONS), help="direction of the camera (default: z for mechanisms, else oblique)")
    parser.add_argument("--up", choices=("x", "y", "z"), help="axis that points up")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--focus", metavar="NUMBER", type=int, help="points the camera at this gap")
    parser.add_argument("--size", default="1600x900", metavar="WxH", help="pixels (default 1600x900)")
    # ParaView itself has other arguments.
    return parser.parse_args() if "--picture" in sys.argv or "--help" in sys.argv else parser.parse_args([])


def folder():
    return os.environ.get("JOUNCE_VIEW_FOLDER") or os.path.dirname(os.path.abspath(__file__))


def parts_of(collection):
    """Names of the parts and the times, in order."""
    names, times = [], []
    for entry in xml.etree.ElementTree.parse(collection).iter("DataSet"):
        if entry.get("name") not in names:
            names.append(entry.get("name"))
        if float(entry.get("timestep")) not in times[-1:]:
            times.append(float(entry.get("timestep")))
    return names, times


def extent_over_time(array, names):
    ranges = [RANGES[(part, array)] for part in names if (part, array) in RANGES]
    if not ranges:
        return None
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    return (low if low > 1e-12 * high else 0.0, high)  # a bearing at rest has 1e-48 m/s


def colour_by_state(simple, display):
    simple.ColorBy(display, ("POINTS", "gap_state"))
    table = simple.GetColorTransferFunction("gap_state")
    table.RGBPoints = [-1, 0.8, 0.1, 0.1, -0.5, 0.8, 0.1, 0.1, -0.49, 0.6, 0.65, 0.7, 0.49, 0.6, 0.65, 0.7, 0.5, 0.8, 0.1, 0.1, 1, 0.8, 0.1, 0.1]
    table.ColorSpace = "RGB"
    table.AutomaticRescaleRangeMode = "Never"
    display.SetScalarBarVisibility(simple.GetActiveView(), False)


def main():
    from paraview import simple

    options = read_options()
    collection = os.path.join(folder(), "frames.pvd")
    if FRAMES == 0 or not os.path.isfile(collection):
        stop(f"there are no frames in {folder()}: give the run vtk = {{ every = n }}")
    names, times = parts_of(collection)
    simple._DisableFirstRenderCameraReset()
    reader = simple.PVDReader(registrationName="frames.pvd", FileName=collection)
    reader.UpdatePipeline(times[-1])
    width, height = (int(n) for n in options.size.split("x"))
    view = simple.GetActiveViewOrCreate("RenderView")
    if options.picture:
        view.ViewSize = [width, height]
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesLabelColor = [0, 0, 0]

    blocks, shapes = {}, {}
    for name in names:
        # A collection with a single part has no blocks.
        blocks[name] = reader if len(names) == 1 else simple.ExtractBlock(
            registrationName=name, Input=reader, Selectors=[f"/Root/{name}"])
        shapes[name] = simple.WarpByVector(
            registrationName=name + ", warped", Input=blocks[name], Vectors=["POINTS", "displacement"], ScaleFactor=options.warp)
    time = times[-1]
    if options.time is not None:
        time = min(times, key=lambda t: abs(t - options.time))
    elif options.picture:
        time = times[min(STRONGEST, len(times) - 1)]
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = time
    view.ViewTime = time
    for shape in shapes.values():
        shape.UpdatePipeline(time)
    simple.Hide(reader, view)

    drawn = [name for name in STRUCTURE if name in names]
    field = options.colour or ("velocity" if "bodies" in names else "displacement")
    known = sorted({array for part, array in RANGES if part in drawn})
    if drawn and field not in known:
        stop(f"no field '{field}'; there are: {', '.join(known)}")
    span = extent_over_time(field, drawn)
    for name in drawn:
        display = simple.Show(shapes[name], view)
        display.Ambient, display.Diffuse = 0.35, 0.75
        if name == "nodes":
            display.SetRepresentationType("Points")
            display.PointSize = 14
            display.RenderPointsAsSpheres = 1
        elif name == "bodies":
            display.SetRepresentationType("Surface With Edges")
        if (name, field) not in RANGES:
            display.ColorArrayName = [None, ""]
            continue
        simple.ColorBy(display, ("POINTS", field))
        display.SetScalarBarVisibility(view, True)
    if span:
        table = simple.GetColorTransferFunction(field)
        table.AutomaticRescaleRangeMode = "Never"
        table.ApplyPreset("Viridis (matplotlib)", True)  # without red: red marks a closed gap
        table.RescaleTransferFunction(span[0], span[1] if span[1] > span[0] else span[0] + 1)
        bar = simple.GetScalarBar(table, view)
        bar.TitleColor = bar.LabelColor = [0, 0, 0]
        bar.Title = field.replace("_", " ") + next((f" [{u}]" for end, u in UNITS if field.endswith(end)), "")
        bar.ComponentTitle = ""
        bar.AutomaticLabelFormat = 0
        bar.LabelFormat = bar.RangeLabelFormat = "%.3g"
        bar.WindowLocation, bar.Position, bar.ScalarBarLength = "Any Location", [0.9, 0.1], 0.35
    for name in ("stops", "guides"):
        if name not in names:
            continue
        display = simple.Show(shapes[name], view)
        display.Opacity = 0.4 if name == "stops" else 1.0
        display.LineWidth = 3
        display.Ambient, display.Diffuse = 0.5, 0.6
        colour_by_state(simple, display)
    if "gaps" in names:
        display = simple.Show(shapes["gaps"], view)
        display.SetRepresentationType("Points")
        display.PointSize = 10
        display.RenderPointsAsSpheres = 1
        colour_by_state(simple, display)
        largest = RANGES[("gaps", "contact_force")][1]
        if largest > 0:
            # The arrows end on the faces of the stops, which are drawn where the structure's surface meets them.
            faces = simple.WarpByVector(
                registrationName="faces", Input=shapes["gaps"], Vectors=["POINTS", "contact_face"], ScaleFactor=1)
            arrows = simple.Glyph(registrationName="contact forces", Input=faces, GlyphType="Arrow")
            arrows.GlyphTransform.Translate = [-1, 0, 0]
            arrows.OrientationArray = ["POINTS", "contact_force"]
            arrows.ScaleArray = ["POINTS", "contact_force"]
            arrows.ScaleFactor = ARROW * SIZE / largest
            arrows.GlyphMode = "All Points"
            arrows.GlyphType.ShaftRadius, arrows.GlyphType.TipRadius, arrows.GlyphType.TipLength = 0.015, 0.05, 0.2
            display = simple.Show(arrows, view)
            display.ColorArrayName = [None, ""]
            display.AmbientColor = display.DiffuseColor = [0.85, 0.35, 0.0]

    words = "" if options.warp == 1 else f", displacements x {options.warp:g}"
    label = simple.AnnotateTimeFilter(registrationName="time", Input=reader, Format="t = {time:.6g} s" + words)
    label_display = simple.Show(label, view)
    label_display.Color = [0, 0, 0]
    label_display.FontSize = 16
    if "gaps" in names:
        most = RANGES[("gaps", "contact_force")][1]
        words = f"red: closed; arrows: contact force, at most {most:.3g} N"
        legend = simple.Text(registrationName="legend", Text=words)
        legend_display = simple.Show(legend, view)
        legend_display.Color = [0.3, 0.3, 0.3]
        legend_display.FontSize = 12
        legend_display.WindowLocation = "Lower Left Corner"

    place_camera(simple, view, options, shapes, times, width / height)
    simple.Render(view)
    if options.picture:
        if not simple.SaveScreenshot(os.path.abspath(options.picture), view, ImageResolution=[width, height]):
            stop(f"{options.picture} cannot be written")
        print(f"t = {time:.6g} s")


def place_camera(simple, view, options, shapes, times, aspect):
    """Fits everything over all times, with room for arrows, except the guides: their lines are longer than the motion along them."""
    flat = "bodies" in shapes
    towards = normalised(DIRECTIONS[options.view or ("z" if flat else "oblique")])
    up = options.up or ("y" if flat or options.view == "z" else "z")
    if up == options.view:
        stop(f"--up must be another axis than --view, got {up} twice")
    right = normalised(cross([float(axis == up) for axis in "xyz"], towards))
    high = cross(towards, right)
    fitted = [name for name in shapes if name != "guides"] or list(shapes)
    across, along = [], []
    for time in times[:: max(1, len(times) // 8)] + [view.ViewTime]:
        for name in fitted:
            shapes[name].UpdatePipeline(time)
            room = ARROW * SIZE if name == "gaps" and RANGES[("gaps", "contact_force")][1] > 0 else 0
            low = [b - room for b in shapes[name].GetDataInformation().GetBounds()[::2]]
            high_end = [b + room for b in shapes[name].GetDataInformation().GetBounds()[1::2]]
            bounds = [b for pair in zip(low, high_end) for b in pair]
            for corner in [(bounds[i], bounds[j], bounds[k]) for i in (0, 1) for j in (2, 3) for k in (4, 5)]:
                across.append(dot(corner, right))
                along.append(dot(corner, high))
    middle = [0.5 * (min(across) + max(across)), 0.5 * (min(along) + max(along))]
    half = max(0.5 * (max(along) - min(along)), 0.5 * (max(across) - min(across)) / aspect, 0.05 * SIZE)
    focus = [middle[0] * r + middle[1] * h for r, h in zip(right, high)]
    if options.focus is not None:
        if "gaps" not in shapes:
            stop("--focus: the model has no gaps")
        shape = shapes["gaps"]
        shape.UpdatePipeline(view.ViewTime)
        points = simple.servermanager.Fetch(shape)
        while points.IsA("vtkCompositeDataSet"):
            points = points.GetBlock(0)
        if not 1 <= options.focus <= points.GetNumberOfPoints():
            stop(f"--focus must be 1 to {points.GetNumberOfPoints()}, got {options.focus}")
        focus = points.GetPoint(options.focus - 1)
    view.CameraParallelProjection = 1
    view.CameraFocalPoint = focus
    view.CameraPosition = [f + 10 * SIZE * t for f, t in zip(focus, towards)]
    view.CameraViewUp = high
    view.CameraParallelScale = 1.25 * half / options.zoom


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def normalised(a):
    return [x / dot(a, a) ** 0.5 for x in a]


main()
)py";

}  // namespace jounce::record
