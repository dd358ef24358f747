"""Distances between colours, for readers with normal vision and for colour-blind readers.

The matrices of severity 1.0 are from Machado, Oliveira and Fernandes, "A physiologically-based
model for simulation of color vision deficiency", IEEE Transactions on Visualization and Computer
Graphics 15 (2009); they are for linear RGB. The distance is CIEDE2000, as in Sharma, Wu and
Dalal (Color Research and Application 30, 2005).
"""

from __future__ import annotations

import math

import numpy as np

VISIONS = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
"""The matrix from linear sRGB to XYZ, with white at D65."""
CHROMA_7 = 25.0**7


def linear(colour: str) -> np.ndarray:
    """Convert a hex colour, such as #1f77b4, to linear RGB."""
    values = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, vision: str) -> np.ndarray:
    """Return a colour in CIELAB, as people with this kind of vision see it."""
    rgb = np.clip(VISIONS[vision] @ linear(colour), 0, 1)
    ratios = TO_XYZ @ rgb / TO_XYZ.sum(axis=1)
    small = ratios / (3 * (6 / 29) ** 2) + 4 / 29
    x, y, z = np.where(ratios > (6 / 29) ** 3, np.cbrt(ratios), small)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, vision: str) -> float:
    """Return the CIEDE2000 distance between two colours.

    The colours are compared as people with this kind of vision see them. A distance of 1 is just
    visible if the colours are side by side.
    """
    return ciede2000(lab(one, vision), lab(other, vision))


def ciede2000(one: np.ndarray, other: np.ndarray) -> float:
    """Return the CIEDE2000 distance between two colours in CIELAB."""
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + CHROMA_7))
    (c1, h1), (c2, h2) = (
        (math.hypot(stretch * a, b), math.degrees(math.atan2(b, stretch * a)) % 360)
        for _, a, b in (one, other)
    )
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    mean_light, mean_c = (one[0] + other[0]) / 2, (c1 + c2) / 2
    hue = h1 + h2 if grey else h1 + turn / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    light_weight = 1 + 0.015 * (mean_light - 50) ** 2 / math.sqrt(20 + (mean_light - 50) ** 2)
    light_term = (other[0] - one[0]) / light_weight
    chroma_term = (c2 - c1) / (1 + 0.045 * mean_c)
    hue_term = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * mean_c * t)
    turned = 60 * math.exp(-(((hue % 360 - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(mean_c**7 / (mean_c**7 + CHROMA_7)) * math.sin(math.radians(turned))
    return math.sqrt(
        light_term**2 + chroma_term**2 + hue_term**2 + rotation * chroma_term * hue_term
    )
