import { createContext, use } from 'react';

/** Texts of the controls that are part of a component, in the reader's language. */
export interface ControlLabels {
  readonly close: string;
  readonly hidePassword: string;
  readonly loading: string;
  readonly retry: string;
  readonly scrollLeft: string;
  readonly scrollRight: string;
  readonly showPassword: string;
}

/** The app provides the labels of all components, so that the components do not depend on the dictionaries. */
export const ControlLabelsContext = createContext<ControlLabels | null>(null);

/** Throws outside of a `ControlLabelsContext`, where a control would have no text. */
export function useControlLabels(): ControlLabels {
  const labels = use(ControlLabelsContext);
  if (!labels) throw new Error('This component needs a ControlLabelsContext');
  return labels;
}
