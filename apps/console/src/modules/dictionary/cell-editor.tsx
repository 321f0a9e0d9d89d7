import { Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface CellEditorProps {
  /** Heading of the column, for those who do not see it. */
  column: string;
  value: string;
  max: number;
  /** Shown in place of an empty value. */
  children?: ReactNode;
  /** `before`: what the cell said when it was opened. */
  onSave: (value: string, before: string) => void;
}

/** A cell that becomes a field: Enter or a click opens it, Enter saves, Escape leaves it as it was. */
export function CellEditor({ column, value, max, children, onSave }: CellEditorProps): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(value);
  const cell = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (typed === null && back.current) cell.current?.focus();
    back.current = false;
  }, [typed]);
  const close = (save: boolean, toCell: boolean): void => {
    if (typed === null) return;
    back.current = toCell;
    setTyped(null);
    if (save && typed.trim() !== opened) onSave(typed.trim(), opened);
  };
  if (typed === null)
    return (
      <button
        ref={cell}
        type="button"
        className="dictionary-cell"
        aria-label={text('dictionary.editCell', { column, value })}
        onClick={() => {
          setOpened(value);
          setTyped(value);
        }}
      >
        {value === '' ? children : <bdi>{value}</bdi>}
      </button>
    );
  return (
    <Input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field stands where the focus was a moment ago
      autoFocus
      size="small"
      aria-label={column}
      value={typed}
      maxLength={max}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => close(true, false)}
      onKeyDown={(event) => {
        // An Enter that ends a word of an input method is none of ours.
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.stopPropagation();
        // The key would go on to the cell, which has the focus by then, and open it again.
        event.preventDefault();
        close(event.key === 'Enter', true);
      }}
    />
  );
}
