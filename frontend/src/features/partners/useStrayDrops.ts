import { useEffect } from 'react';

/** Ignores files dropped outside of the drop zone: the browser would open them and leave the page with its form. */
export function useStrayDrops(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
