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
  /** `before`: what the cell said when it was opened. False: refused, and what was typed stays to be corrected. */
  onSave: (value: string, before: string) => Promise<boolean>;
}

/** What is typed into a cell, and what came of it. Null: the cell is only read. */
const useEditing = ({ value, onSave }: Pick<CellEditorProps, 'value' | 'onSave'>) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(value);
  const cell = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  /** What was tried last: on its way, or refused. */
  const [tried, setTried] = useState<{ value: string; refused: boolean } | null>(null);
  useEffect(() => {
    if (typed === null && back.current) cell.current?.focus();
    back.current = false;
  }, [typed]);
  const leave = (toCell: boolean): void => {
    back.current = toCell;
    setTyped(null);
    setTried(null);
  };
  const close = async (save: boolean, toCell: boolean): Promise<void> => {
    const entered = typed?.trim() ?? '';
    if (typed === null || (tried && !tried.refused)) return;
    if (!save || entered === opened) {
      leave(toCell);
      return;
    }
    // Refused a moment ago: leaving the field does not ask again.
    if (tried?.value === entered && !toCell) return;
    setTried({ value: entered, refused: false });
    if (await onSave(entered, opened)) leave(toCell);
    else setTried({ value: entered, refused: true });
  };
  const open = (): void => {
    setOpened(value);
    setTyped(value);
  };
  return { cell, typed, setTyped, tried, open, close };
};

/** A cell that becomes a field: Enter or a click opens it, Enter saves, Escape leaves it as it was. */
export function CellEditor({ column, value, max, children, onSave }: CellEditorProps): ReactNode {
  const text = useText();
  const { cell, typed, setTyped, tried, open, close } = useEditing({ value, onSave });
  if (typed === null)
    return (
      <button
        ref={cell}
        type="button"
        className="dictionary-cell"
        aria-label={text('dictionary.editCell', { column, value })}
        onClick={open}
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
      count={{ max: max }}
      status={tried?.refused ? 'error' : ''}
      aria-invalid={tried?.refused ?? false}
      aria-busy={tried?.refused === false}
      readOnly={tried?.refused === false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void close(true, false)}
      onKeyDown={(event) => {
        // An Enter that ends a word of an input method is none of ours.
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.stopPropagation();
        // The key would go on to the cell, which has the focus by then, and open it again.
        event.preventDefault();
        void close(event.key === 'Enter', true);
      }}
    />
  );
}
