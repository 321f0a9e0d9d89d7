import { createContext, useContext, type ReactNode } from 'react';

/** The few words that components here say by themselves. The application gives them in its language. */
export interface UiTexts {
  clear: string;
  close: string;
  cancel: string;
  confirm: string;
  reset: string;
  discardTitle: string;
  discard: string;
  keepEditing: string;
  noData: string;
  loading: string;
  retry: string;
  /** Why something could not be loaded; null: it is being asked for again. */
  failure: (error: unknown) => string;
  /** Of when data are that could not be renewed, counting on. */
  asOf: (since: number) => ReactNode;
  /** @param more there are others that were not counted */
  total: (count: number, more?: boolean) => string;
  /** How many of the columns are shown. */
  columns: (shown: number, all: number) => string;
  /** A number in the digits that the reader wants. */
  number: (value: number) => string;
}

const Context = createContext<UiTexts | null>(null);
export const UiTextProvider = Context.Provider;

export const useUiTexts = (): UiTexts => {
  const texts = useContext(Context);
  if (!texts) throw new Error('components of @eyrie/ui stand inside a UiTextProvider');
  return texts;
};
