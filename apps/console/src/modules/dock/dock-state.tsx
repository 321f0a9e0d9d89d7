import type { DockRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useDockNow } from './dock-live.ts';

/** State of a dock as symbol and word, live. */
export function DockState({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const { look } = useDockNow(dock);
  return <StateSymbol state={look.state} word={text(look.wordId)} />;
}
