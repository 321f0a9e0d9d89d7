import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../platform/text.tsx';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Of the list below; missing while that is on its way. */
  list?: { id: string; active: string | undefined; onKeyDown: (event: KeyboardEvent) => void };
}

/** The field of the search. What is typed before its list has come stays, and so does the place in it. */
export function SearchField({ value, onChange, list }: SearchFieldProps): ReactNode {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return (
    <input
      ref={field}
      data-autofocus
      role="combobox"
      aria-expanded={list !== undefined}
      aria-controls={list?.id}
      aria-autocomplete="list"
      aria-activedescendant={list?.active}
      aria-label={text('shell.search')}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={list?.onKeyDown}
    />
  );
}
