/** The order matters: a `User-Agent` also names the browsers from which its browser derives. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

interface Device {
  /** The browser and the system, as far as they are known; empty if neither is. */
  readonly name: string;
  readonly isHandheld: boolean;
}

/** The device that a `User-Agent` describes. */
export function deviceOf(userAgent: string): Device {
  const known = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const name = [known(BROWSERS), known(SYSTEMS)].filter(Boolean).join(' · ');
  return { name, isHandheld: /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent) };
}
