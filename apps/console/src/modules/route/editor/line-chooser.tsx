import type { PlanPoint } from '@eyrie/domain';
import { pointLines } from '@eyrie/planner';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';

/** Of the first point of each line its number, from 1, by id; empty where there is one line only. */
export const lineStarts = (points: readonly PlanPoint[]): ReadonlyMap<string, number> => {
  const lines = pointLines(points);
  if (lines.length < 2) return new Map();
  return new Map(lines.map(([first], at) => [first?.id ?? '', at + 1]));
};

interface LineChooserProps {
  points: readonly PlanPoint[];
  /** Ids of the points of the line that was chosen. */
  onChoose: (ids: readonly string[]) => void;
}

/** Takes up all points of one line of a route that has several; nothing where there is one. */
export function LineChooser({ points, onChoose }: LineChooserProps): ReactNode {
  const text = useText();
  const lines = pointLines(points);
  if (lines.length < 2) return null;
  return (
    <Select<number>
      size="small"
      aria-label={text('planner.lineChoose')}
      placeholder={text('planner.lineChoose')}
      value={null}
      options={lines.map((line, at) => ({
        value: at,
        label: text('planner.lineOption', { number: at + 1, count: line.length }),
      }))}
      onChange={(at) => onChoose((lines[at] ?? []).map(({ id }) => id))}
    />
  );
}
