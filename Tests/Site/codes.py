"""Every QR code of a site read back by zbar: in the pages, as SVG files and as PNG files."""

import concurrent.futures
import html
import pathlib
import re
import subprocess
import tempfile

INLINE = re.compile(r'<svg role="img".*?</svg>', re.S)
ADDRESS = re.compile(r'<span class="address" dir="ltr">(.*?)</span>')


def read(image):
    """The texts of the codes in a PNG, given as a path or as bytes."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        if isinstance(image, bytes):
            file.write(image)
            file.flush()
            image = file.name
        run = subprocess.run(
            ["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable", "--oneshot", image],
            capture_output=True, check=False)
    return run.stdout.decode().removesuffix("\n")


def render(svg, width=None):
    """An SVG as a PNG, at its own size or `width` pixels wide, on a black ground: the white one must be its own."""
    size = ["--width", str(width), "--keep-aspect-ratio"] if width else []
    return subprocess.run(
        ["rsvg-convert", "--background-color", "black", *size], input=svg, capture_output=True, check=True).stdout


def page_problems(page):
    text = page.read_text()
    wanted = ADDRESS.search(text)
    drawing = INLINE.search(text)
    if not wanted or not drawing:
        return f"{page.name}: no code"
    svg = drawing[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).encode()
    found = read(render(svg, width=296))
    wanted = html.unescape(wanted[1])
    return None if found == wanted else f"{page.name}: the code says '{found}', not '{wanted}'"


def file_problems(page, qr):
    wanted = html.unescape(ADDRESS.search(page.read_text())[1])
    svg = read(render((qr / f"{page.stem}.svg").read_bytes()))
    png = read(qr / f"{page.stem}.png")
    if svg == png == wanted:
        return None
    return f"{page.stem}: svg says '{svg}', png '{png}', not '{wanted}'"


def problems(folder):
    pages = sorted((pathlib.Path(folder) / "stop").glob("*.html"))
    qr = pathlib.Path(folder) / "qr"
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(page_problems, pages))
        if qr.is_dir():
            results += pool.map(lambda page: file_problems(page, qr), pages)
    return [result for result in results if result]
