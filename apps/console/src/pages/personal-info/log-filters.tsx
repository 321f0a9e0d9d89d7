import { dockCalls } from '@eyrie/domain';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useDocks } from '../../modules/dock/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { PeriodField } from '../../platform/period-field.tsx';
import { useText } from '../../platform/text.tsx';

export interface ChoiceProps {
  /** What is chosen, for those who do not see it. */
  label: string;
  /** Said while nothing is chosen. */
  any: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  width?: number;
}

/** One of a few; empty means any. */
export function Choice({ label, any, value, options, onChange, width = 130 }: ChoiceProps): ReactNode {
  return (
    <Select<string>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={any}
      style={{ inlineSize: width }}
      value={options.some((one) => one.value === value) ? value : null}
      options={[...options]}
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  );
}

type DockChoiceProps = Pick<ChoiceProps, 'value' | 'onChange'>;

function AllDocks({ value, onChange }: DockChoiceProps): ReactNode {
  const text = useText();
  const docks = useDocks().data ?? [];
  const options = docks.map((dock) => ({ value: dock.oid, label: dock.name }));
  return (
    <Choice
      label={text('deviceHealth.dock')}
      any={text('deviceHealth.anyDock')}
      value={value}
      options={options}
      onChange={onChange}
      width={150}
    />
  );
}

/** The docks to choose from, for members who may see them; the others search by name. */
export function DockChoice(props: DockChoiceProps): ReactNode {
  return useMay(dockCalls.query) ? <AllDocks {...props} /> : null;
}

/** From when until when; both in the address as epoch milliseconds. */
export function PeriodChoice({
  from,
  to,
  onChange,
}: {
  from: string;
  to: string;
  onChange: (change: { from: string; to: string }) => void;
}): ReactNode {
  const text = useText();
  return (
    <PeriodField
      label={text('deviceHealth.period')}
      open={[text('deviceHealth.from'), text('deviceHealth.to')]}
      from={from}
      to={to}
      onChange={onChange}
    />
  );
}
