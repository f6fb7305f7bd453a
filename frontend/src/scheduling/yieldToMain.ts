/** The browser answers a finger, and paints, before what comes next. */
export function yieldToMain(): Promise<void> {
  return new Promise((resume) => {
    setTimeout(resume);
  });
}
