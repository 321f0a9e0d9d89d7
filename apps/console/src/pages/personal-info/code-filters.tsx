import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { Choice } from './log-filters.tsx';

const levels = ['2', '1', '0'] as const;
const modules = ['0', '1', '2', '3'] as const;
const answers = ['yes', 'no'] as const;

export interface CodeFilterProps {
  values: { level: string; module?: string; air: string; handled: string };
  set: (change: Partial<Record<'level' | 'module' | 'air' | 'handled', string>>) => void;
}

/** Filters of logs whose rows carry a code. */
export function CodeFilters({ values, set }: CodeFilterProps): ReactNode {
  const text = useText();
  return (
    <>
      <Choice
        label={text('deviceHealth.level')}
        any={text('deviceHealth.anyLevel')}
        value={values.level}
        options={levels.map((value) => ({ value, label: text(`deviceHealth.level.${value}`) }))}
        onChange={(level) => set({ level })}
      />
      {values.module === undefined ? null : (
        <Choice
          label={text('deviceHealth.module')}
          any={text('deviceHealth.anyModule')}
          value={values.module}
          options={modules.map((value) => ({ value, label: text(`deviceHealth.module.${value}`) }))}
          onChange={(module) => set({ module })}
        />
      )}
      <Choice
        label={text('deviceHealth.where')}
        any={text('deviceHealth.anywhere')}
        value={values.air}
        options={answers.map((value) => ({
          value,
          label: text(value === 'yes' ? 'deviceHealth.inTheSky' : 'deviceHealth.onGround'),
        }))}
        onChange={(air) => set({ air })}
        width={150}
      />
      <Choice
        label={text('deviceHealth.handled')}
        any={text('deviceHealth.anyHandled')}
        value={values.handled}
        options={answers.map((value) => ({ value, label: text(`deviceHealth.handled.${value}`) }))}
        onChange={(handled) => set({ handled })}
      />
    </>
  );
}
