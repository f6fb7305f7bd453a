/** Yields to the browser's main thread, so that it can handle input and paint before a long task continues. */
export function yieldToMain(): Promise<void> {
  return new Promise((resume) => {
    setTimeout(resume);
  });
}
