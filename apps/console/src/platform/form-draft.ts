import { useState } from 'react';

export interface FormDraft<Fields> {
  /** What stood in the form when it opened. */
  start: Fields;
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  /** True while something differs from the start: typed back, it is as it was. */
  unsaved: boolean;
}

/** What is being typed into a form. `begin` is asked once; the fields hold nothing but what JSON can carry. */
export const useFormDraft = <Fields extends object>(begin: () => Fields): FormDraft<Fields> => {
  const [start] = useState(begin);
  const [fields, setFields] = useState(start);
  return {
    start,
    fields,
    change: (part) => setFields((before) => ({ ...before, ...part })),
    unsaved: JSON.stringify(fields) !== JSON.stringify(start),
  };
};
