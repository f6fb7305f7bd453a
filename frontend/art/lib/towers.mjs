// Bell towers, ramparts and watch towers.
import { mix } from "./palette.mjs";
import { path, poly, rect, repeat, stroke } from "./svg.mjs";

/** A baroque bell tower. */
export function campanile(s, x, base, width, height, { light = s.light, wall = s.palette.walls[0] } = {}) {
  const shade = s.shaded(wall, 0.4);
  const top = base - height;
  const shadeX = (w) => (light > 0 ? x - w / 2 : x + w / 2 - w * 0.34);
  const cornices = [0, 0.3, 0.58].map((t) =>
    rect(x - width * 0.58, top + height * t - width * 0.05, width * 1.16, width * 0.11, s.lit(wall, 0.45)),
  );
  const arches = [0.07, 0.36].map((t) => {
    const [ax, ay, aw, ah] = [x + light * width * 0.12, top + height * t + width * 0.16, width * 0.34, width * 0.8];
    return path(
      `M${ax - aw / 2} ${ay + ah}V${ay + aw / 2}A${aw / 2} ${aw / 2} 0 0 1 ${ax + aw / 2} ${ay + aw / 2}V${ay + ah}Z`,
      mix(s.palette.window, s.palette.ink, 0.3),
    );
  });
  const cap = width * 0.72;
  const capTop = top - width * 0.5;
  const dome = (half) =>
    `C${x + half * cap * 0.56} ${capTop - width * 0.6} ${x + half * cap * 0.1} ${capTop - width * 0.65} ${x} ${capTop - width}`;
  return (
    rect(x - width / 2, top, width, height, wall) +
    rect(shadeX(width), top, width * 0.34, height, shade) +
    cornices.join("") +
    arches.join("") +
    rect(x - cap / 2, capTop, cap, width * 0.5, wall) +
    rect(shadeX(cap), capTop, cap * 0.34, width * 0.5, shade) +
    path(
      `M${x - cap * 0.56} ${capTop}${dome(-1)}C${x + cap * 0.1} ${capTop - width * 0.65} ${x + cap * 0.56} ${capTop - width * 0.6} ${x + cap * 0.56} ${capTop}Z`,
      s.palette.roof[0],
    ) +
    path(`M${x} ${capTop}L${x - light * cap * 0.56} ${capTop}${dome(-light)}Z`, s.palette.roof[1]) +
    stroke(
      [[x, capTop - width], [x, capTop - width * 1.4]],
      s.palette.ink,
      width * 0.05,
    ) +
    stroke(
      [[x - width * 0.12, capTop - width * 1.26], [x + width * 0.12, capTop - width * 1.26]],
      s.palette.ink,
      width * 0.05,
    )
  );
}

/** A battered rampart with cordon, embrasures and some visible stones. */
export function rampart(s, x0, x1, top, bottom, { batter = 15, lit, dark, shadeFrom } = {}) {
  const litTone = lit ?? mix(s.palette.lime[0], s.palette.walls[1], 0.4);
  const darkTone = dark ?? mix(s.palette.lime[2], s.palette.shade, 0.18);
  const span = x1 - x0;
  const body = poly(
    [[x0 + batter, top], [x1 - batter, top], [x1, bottom], [x0, bottom]],
    litTone,
  );
  const shade =
    shadeFrom === undefined
      ? ""
      : poly(
          [
            [x0 + span * shadeFrom, top], [x1 - batter, top], [x1, bottom], [x0 + span * (shadeFrom + 0.05), bottom],
          ],
          darkTone,
        );
  const cordon = top + (bottom - top) * 0.2;
  let merlons = "";
  for (let x = x0 + batter; x < x1 - batter - 14; x += 30) {
    const inShade = shadeFrom !== undefined && x > x0 + span * shadeFrom;
    merlons +=
      rect(x, top - 11, 18, 12, inShade ? darkTone : litTone) +
      rect(x + 7, top + (bottom - top) * 0.09, 4, 12, mix(darkTone, s.palette.ink, 0.4));
  }
  const stones = repeat(Math.round(span / 26), () =>
    rect(
      s.random.range(x0 + batter, x1 - batter - 26),
      s.random.range(top + (bottom - top) * 0.3, bottom - 10),
      s.random.range(12, 26),
      6,
      s.random.chance(0.5) ? mix(litTone, darkTone, 0.35) : s.lit(litTone, 0.3),
      { opacity: 0.7 },
    ),
  );
  return (
    body +
    shade +
    poly(
      [
        [x0 + batter * 0.8, cordon], [x1 - batter * 0.8, cordon], [x1 - batter * 0.76, cordon + 7],
        [x0 + batter * 0.76, cordon + 7],
      ],
      s.lit(litTone, 0.45),
    ) +
    merlons +
    stones
  );
}

/** A round Genoese watch tower. */
export function genoeseTower(s, x, base, width, height, { fade = 0, light = s.light } = {}) {
  const far = (colour) => (fade ? s.faded(colour, fade) : colour);
  const [lit, mid, dark] = [far(s.palette.lime[1]), far(s.palette.lime[2]), far(s.palette.lime[3])];
  const half = width / 2;
  const top = base - height;
  const body = [[x - half * 0.8, top], [x + half * 0.8, top], [x + half, base], [x - half, base]];
  const shade =
    light > 0
      ? [[x - half * 0.8, top], [x - half * 0.25, top], [x - half * 0.3, base], [x - half, base]]
      : [[x + half * 0.8, top], [x + half * 0.25, top], [x + half * 0.3, base], [x + half, base]];
  return (
    poly(body, lit) +
    poly(shade, dark) +
    rect(x - half * 0.96, top - height * 0.14, width * 0.96, height * 0.15, mid) +
    repeat(4, (i) => rect(x - half * 0.96 + i * width * 0.27, top - height * 0.2, width * 0.15, height * 0.08, mid)) +
    repeat(5, (i) => rect(x - half * 0.9 + i * width * 0.2, top + height * 0.01, width * 0.08, height * 0.05, dark)) +
    rect(x + light * half * 0.15, top + height * 0.4, width * 0.1, height * 0.16, far(s.palette.ink))
  );
}
