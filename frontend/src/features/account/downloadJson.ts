/** Downloads an object as a JSON file. */
export function downloadJson(content: unknown, name: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address));
}
