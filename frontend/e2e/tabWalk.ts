import type { Page } from '@playwright/test';

/** More tab stops than any page has: beyond it, the focus is trapped. */
const LIMIT = 600;

interface TabWalk {
  readonly stops: number;
  /** Elements that had the focus where nobody sees it. */
  readonly hidden: readonly string[];
  /** Interactive elements that never had the focus. */
  readonly missed: readonly string[];
}

/** Presses Tab from the top of the page until the focus leaves it. */
export async function walkByTab(page: Page): Promise<TabWalk> {
  const hidden: string[] = [];
  for (let stops = 0; stops < LIMIT; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(visitFocused);
    if (!stop) return { stops, hidden, missed: await page.evaluate(missedElements) };
    if (!stop.isInSight) hidden.push(stop.name);
  }
  throw new Error('the focus does not leave the page');
}

/** Marks the focused element. Null once the focus has left the page. Runs in the page. */
async function visitFocused(): Promise<{ name: string; isInSight: boolean } | null> {
  const focused = document.activeElement;
  // Date and time fields have a tab stop for each part.
  if (focused?.getAttribute('data-visited') === 'last') return { name: '', isInSight: true };
  if (!focused || focused === document.body || focused.hasAttribute('data-visited')) return null;
  document.querySelector('[data-visited="last"]')?.setAttribute('data-visited', '');
  focused.setAttribute('data-visited', 'last');
  const isInSight = () => {
    const { width, height, top, bottom } = focused.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
  };
  // The skip link slides in.
  if (!isInSight()) await Promise.all(focused.getAnimations().map(({ finished }) => finished.catch(() => null)));
  // The focus may have scrolled a row, which shows a further button in the next frame.
  const scrollsAlong = (one: Element) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible';
  for (let one = focused.parentElement; one; one = one.parentElement) {
    if (!scrollsAlong(one)) continue;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    break;
  }
  return { name: focused.outerHTML.slice(0, 120), isInSight: isInSight() };
}

/** One radio button or tab counts for its group. Runs in the page. */
function missedElements(): string[] {
  const interactive = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  return interactive
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"], [type="hidden"], [role="tab"], [inert] *'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.hasAttribute('data-visited'))
    .map((one) => one.outerHTML.slice(0, 120));
}
