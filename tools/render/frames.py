"""Renders one frame of a run to a PNG. For pvpython, started by tools/render/render.

SPDX-License-Identifier: BSD-3-Clause
"""
import argparse
import os
import sys

from paraview import simple

VIEWS = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "oblique": (0.55, -0.8, 0.25)}


def arguments():
    parser = argparse.ArgumentParser(prog="render", description="Renders one frame of frames.pvd (or one .vtu file) to a PNG.")
    parser.add_argument("frames", help="frames.pvd of a run, or a .vtu file")
    parser.add_argument("picture", help="the PNG to write")
    parser.add_argument("--time", type=float, metavar="S", help="simulated time [s]; the nearest frame is taken, without: the last")
    parser.add_argument("--warp", type=float, default=1.0, metavar="FACTOR", help="times the displacement (default 1, 0: undeformed)")
    parser.add_argument("--colour", default="displacement", metavar="FIELD", help="point or cell field (default displacement)")
    parser.add_argument("--component", metavar="NAME", help="X, Y, Z or Magnitude (default) of a vector field")
    parser.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="of the colours (default: of the frame)")
    parser.add_argument("--view", choices=sorted(VIEWS), default="oblique", help="direction one looks from")
    parser.add_argument("--up", choices=("x", "y", "z"), default="z", help="axis that points up")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--size", default="1600x900", metavar="WxH", help="pixels (default 1600x900)")
    parser.add_argument("--ghost", action="store_true", help="also show the undeformed shape, transparent")
    return parser.parse_args()


def stop(message):
    sys.exit(f"render: {message}")


def main():
    options = arguments()
    if not os.path.isfile(options.frames):
        stop(f"there is no file {options.frames}")
    try:
        width, height = (int(n) for n in options.size.split("x"))
    except ValueError:
        stop(f"--size must be WIDTHxHEIGHT, got {options.size}")
    if options.frames.endswith(".pvd"):
        reader = simple.PVDReader(FileName=os.path.abspath(options.frames))
    else:
        reader = simple.XMLUnstructuredGridReader(FileName=[os.path.abspath(options.frames)])
    reader.UpdatePipelineInformation()
    times = list(reader.TimestepValues or [0.0])
    time = times[-1] if options.time is None else min(times, key=lambda t: abs(t - options.time))
    reader.UpdatePipeline(time)

    kinds = {name: kind for kind, data in (("CELLS", reader.CellData), ("POINTS", reader.PointData)) for name in data.keys()}
    if options.colour not in kinds:
        stop(f"no field '{options.colour}' in {options.frames}; there are: {', '.join(sorted(kinds))}")
    shape = reader
    if options.warp != 0:
        if kinds.get("displacement") != "POINTS":
            stop("--warp needs the point field 'displacement'")
        # Points that are not displaced carry zeros, so one filter warps everything in the frame.
        shape = simple.WarpByVector(Input=reader, Vectors=["POINTS", "displacement"], ScaleFactor=options.warp)
        shape.UpdatePipeline(time)

    view = simple.CreateRenderView(ViewSize=[width, height])
    # The scene's clock rules the pipeline: a time set on the view alone is taken back at the first rendering.
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = time
    view.ViewTime = time
    # ParaView 5.11 takes a palette's background unless told otherwise.
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesLabelColor = [0, 0, 0]
    display = simple.Show(shape, view)
    display.Ambient, display.Diffuse = 0.35, 0.75
    component = options.component or ""
    value = (kinds[options.colour], options.colour, component) if component else (kinds[options.colour], options.colour)
    simple.ColorBy(display, value)
    table = simple.GetColorTransferFunction(options.colour)
    if options.range:
        table.RescaleTransferFunction(*options.range)
    else:
        display.RescaleTransferFunctionToDataRange(False, True)
    display.SetScalarBarVisibility(view, True)
    bar = simple.GetScalarBar(table, view)
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    if options.ghost:
        ghost = simple.Show(reader, view)
        ghost.ColorArrayName = [None, ""]
        ghost.DiffuseColor = [0.5, 0.5, 0.5]
        ghost.Opacity = 0.2

    label = simple.Text(Text=f"t = {time:.6g} s" + (f", displacement x {options.warp:g}" if options.warp not in (0, 1) else ""))
    simple.Show(label, view).Color = [0, 0, 0]

    direction = VIEWS[options.view]
    view.CameraPosition, view.CameraFocalPoint = direction, (0, 0, 0)
    view.CameraViewUp = [float(axis == options.up) for axis in "xyz"]
    view.ResetCamera(False)
    view.CameraParallelProjection = 1
    view.ResetCamera(False)
    view.CameraParallelScale /= options.zoom
    simple.Render(view)
    simple.SaveScreenshot(os.path.abspath(options.picture), view, ImageResolution=[width, height])
    print(f"{options.picture}: t = {time:.6g} s, {options.colour} in {shape_range(shape, kinds[options.colour], options.colour)}")


def shape_range(shape, kind, name):
    """Smallest and largest value shown, for the log; the magnitude of a vector."""
    data = shape.PointData if kind == "POINTS" else shape.CellData
    array = data[name]
    low, high = array.GetRange(-1 if array.GetNumberOfComponents() > 1 else 0)
    return f"[{low:.6g}, {high:.6g}]"


main()
