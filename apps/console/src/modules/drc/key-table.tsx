import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import {
  defaultKeys,
  keyLabel,
  remapped,
  stickActions,
  type KeyMap,
  type StickAction,
} from './stick-keys.ts';

/** Which key does what, and how one gives it another. */
export function KeyTable({ keys, onChange }: { keys: KeyMap; onChange: (keys: KeyMap) => void }): ReactNode {
  const text = useText();
  const [asking, setAsking] = useState<StickAction | null>(null);
  const [taken, setTaken] = useState<StickAction | null>(null);
  useEffect(() => {
    if (!asking) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      if (event.code === 'Escape' || event.code === 'Tab') return setAsking(null);
      const next = remapped(keys, asking, event.code);
      setTaken(next.taken);
      if (!next.keys) return undefined;
      onChange(next.keys);
      return setAsking(null);
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, [asking, keys, onChange]);
  return (
    <section aria-label={text('drc.keys')}>
      <ul className="drc-keys">
        {stickActions.map((action) => (
          <li key={action}>
            <span>{text(`drc.action.${action}`)}</span>
            <Button
              size="small"
              aria-label={`${text(`drc.action.${action}`)}: ${keyLabel(keys[action])}`}
              aria-pressed={asking === action}
              onClick={() => {
                setTaken(null);
                setAsking(action);
              }}
            >
              <kbd>{asking === action ? '…' : keyLabel(keys[action])}</kbd>
            </Button>
          </li>
        ))}
      </ul>
      <p className="list-hint" role="status">
        {taken ? text('drc.keyTaken', { action: text(`drc.action.${taken}`) }) : null}
        {asking && !taken ? text('drc.pressKey') : null}
      </p>
      <Button size="small" onClick={() => onChange(defaultKeys)}>
        {text('drc.resetKeys')}
      </Button>
    </section>
  );
}
