import { FactList, StateSymbol, type DeviceState, type Fact } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

const states: readonly DeviceState[] = ['offline', 'attention', 'alarm'];
const level = (value: number): 0 | 1 | 2 => (value >= 2 ? 2 : value === 1 ? 1 : 0);

/** Notice, caution or warning, as symbol and word. */
export function LevelMark({ value }: { value: number }): ReactNode {
  const text = useText();
  const shown = level(value);
  return <StateSymbol state={states[shown] ?? 'alarm'} word={text(`deviceHealth.level.${shown}`)} />;
}

const modules = ['0', '1', '2', '3'] as const;

/** Part of a device that a code is of; a number nobody wrote down is shown as it is. */
export function ModuleName({ value }: { value: number | null }): ReactNode {
  const text = useText();
  if (value === null) return '–';
  const known = modules.find((one) => one === String(value));
  return known ? text(`deviceHealth.module.${known}`) : text('deviceHealth.module.other', { number: value });
}

/** A code or an id as a machine wrote it. */
export function Code({ children }: { children: ReactNode }): ReactNode {
  return (
    <bdi dir="ltr" className="device-code">
      {children}
    </bdi>
  );
}

/** A name, or a dash where there is none. */
export const named = (name: string | null): ReactNode => (name === null ? '–' : <bdi>{name}</bdi>);

/** Facts of a record, one a line. */
export function Facts({ rows }: { rows: readonly Fact[] }): ReactNode {
  return <FactList className="device-facts" facts={rows} />;
}
