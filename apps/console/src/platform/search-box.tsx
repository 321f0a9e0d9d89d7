import { Input } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

/** Long enough to type a word, short enough to feel at once. */
const settle = 300;

export interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field that asks when the typing rests. */
export function SearchBox({ label, value, onChange }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const emitChange = useEffectEvent(onChange);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => emitChange(typed.trim()), settle);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <Input
      allowClear
      value={typed}
      count={{ max: 64 }}
      placeholder={label}
      aria-label={label}
      style={{ inlineSize: 240, maxInlineSize: '100%' }}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
