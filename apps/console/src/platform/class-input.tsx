import { classNamed, classNameOf, type ClassWords } from '@eyrie/domain';
import { AutoComplete } from 'antd';
import { useState, type ReactNode } from 'react';

export interface ClassInputProps {
  id: string;
  /** The class, by its code. */
  value: string;
  words: ClassWords;
  /** Classes that are offered, by their codes; any other may be typed. */
  offered: readonly string[];
  onChange: (name: string) => void;
}

/** A class of findings: chosen or typed by its name, and handed on by its code. */
export function ClassInput({ id, value, words, offered, onChange }: ClassInputProps): ReactNode {
  // What is typed stays as it is until the person goes on: a code in the middle of a word would turn into its name.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <AutoComplete
      id={id}
      value={typed ?? classNameOf(value, words)}
      options={offered.map((one) => ({ value: classNameOf(one, words) }))}
      onChange={(next: string | undefined) => {
        setTyped(next ?? '');
        onChange(classNamed(next ?? '', words));
      }}
      onSelect={() => setTyped(null)}
      onBlur={() => setTyped(null)}
    />
  );
}
