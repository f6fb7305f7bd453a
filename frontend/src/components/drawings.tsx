/** Small illustrations for empty results and errors, in the style of the site's pictures. */

/** For an empty result: a sailing boat in front of an island. */
export function EmptyDrawing() {
  return (
    <svg viewBox="0 0 200 120" aria-hidden focusable="false">
      <rect width="200" height="120" rx="14" fill="#e3f0f2" />
      <circle cx="146" cy="40" r="17" fill="#f5e4bd" />
      <path d="M0 74c26-6 42-20 62-36 9-7 17-5 25 3 14 14 30 27 53 33Z" fill="#8db5bd" />
      <path d="M62 38c9-7 17-5 25 3 14 14 30 27 53 33H82c-8-10-22-16-20-36Z" fill="#6596a5" />
      <path d="M0 74h200v32a14 14 0 0 1-14 14H14a14 14 0 0 1-14-14Z" fill="#14809a" />
      <path d="M20 88h34M70 96h22M128 86h40M34 106h48M118 104h30" stroke="#93dac8" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M120 56v34H98c10-8 18-20 22-34Z" fill="#fbf8ec" />
      <path d="M124 62c7 8 11 18 12 28h-12Z" fill="#f5e4bd" />
      <path d="M94 93h48c-3 7-8 10-14 10h-20c-6 0-11-3-14-10Z" fill="#b04e3a" />
    </svg>
  );
}

/** For an error: the same boat in a thunderstorm. */
export function ErrorDrawing() {
  return (
    <svg viewBox="0 0 200 120" aria-hidden focusable="false">
      <rect width="200" height="120" rx="14" fill="#f4eedb" />
      <path d="M44 44a17 17 0 0 1 33-6 14 14 0 0 1 22 11 11 11 0 0 1-3 21H46a13 13 0 0 1-2-26Z" fill="#8db5bd" />
      <path d="M110 34a13 13 0 0 1 25-4 11 11 0 0 1 17 9 9 9 0 0 1-3 17h-38a11 11 0 0 1-1-22Z" fill="#b4d0d0" />
      <path d="m78 62-9 16h8l-5 14 15-19h-8l6-11Z" fill="#d9961f" />
      <path d="M0 92c10-8 20-8 30 0s20 8 30 0 20-8 30 0 20 8 30 0 20-8 30 0 20 8 30 0 14-7 20-5v19a14 14 0 0 1-14 14H14a14 14 0 0 1-14-14Z" fill="#0d5c7d" />
      <path d="m128 62 26 8-30 16Z" fill="#fbf8ec" />
      <path d="m118 84 42 12c-5 6-10 8-16 7l-16-4c-6-2-10-7-10-15Z" fill="#b04e3a" />
    </svg>
  );
}
