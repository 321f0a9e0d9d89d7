import { dockCalls, healthDevices } from '@eyrie/domain';
import { FilterChoice, loadStateOf, type FilterChoiceProps } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useDocks } from '../../modules/dock/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { PeriodField } from '../../platform/period-field.tsx';
import { useText } from '../../platform/text.tsx';

export type ChoiceProps = Omit<FilterChoiceProps, 'value' | 'search'> & { value: string };

/** One of a few; what an address names and nobody offers counts as any. */
export function Choice({ value, options, width = 130, ...props }: ChoiceProps): ReactNode {
  const known = options.some((one) => one.value === value);
  return <FilterChoice {...props} search width={width} value={known ? value : null} options={options} />;
}

type DockChoiceProps = Pick<ChoiceProps, 'value' | 'onChange'>;

function AllDocks({ value, onChange }: DockChoiceProps): ReactNode {
  const text = useText();
  const docks = useDocks();
  const options = (docks.data ?? []).map((dock) => ({ value: dock.oid, label: dock.name }));
  return (
    <Choice
      label={text('deviceHealth.dock')}
      any={text('deviceHealth.anyDock')}
      value={value}
      options={options}
      load={loadStateOf(docks)}
      onChange={onChange}
      width={150}
    />
  );
}

/** The docks to choose from, for members who may see them; the others search by name. */
export function DockChoice(props: DockChoiceProps): ReactNode {
  return useMay(dockCalls.query) ? <AllDocks {...props} /> : null;
}

/** Which of the devices at a dock. */
export function DeviceChoice({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>): ReactNode {
  const text = useText();
  return (
    <Choice
      label={text('deviceHealth.device')}
      any={text('deviceHealth.anyDevice')}
      value={value}
      options={healthDevices.map((one) => ({ value: one, label: text(`deviceHealth.device.${one}`) }))}
      onChange={onChange}
    />
  );
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
