import { displayDigits, displayUnits, displayZones } from '@eyrie/domain';
import { Form, Radio } from 'antd';
import { useId, type ReactNode } from 'react';
import { chooseDisplay, useDisplay, useOrganisationZone } from '../../platform/display.ts';
import { localZone } from '../../platform/format.ts';
import { useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';

interface ChoiceProps<T extends string> {
  label: string;
  hint?: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, hint, value, options, onChange }: ChoiceProps<T>): ReactNode {
  const id = useId();
  return (
    <Form.Item label={<span id={id}>{label}</span>} extra={hint}>
      <Radio.Group
        vertical
        aria-labelledby={id}
        value={value}
        options={[...options]}
        onChange={({ target }) => onChange(target.value as T)}
      />
    </Form.Item>
  );
}

/** In which zone, units and digits the member reads times and figures. Each choice holds at once. */
export function DisplayForm(): ReactNode {
  const text = useText();
  const choices = useDisplay((state) => state.choices);
  const organisation = useOrganisationZone();
  // Only Arabic writes its numbers in other digits.
  const hasOwnDigits = useLanguage((state) => state.language) === 'ar';
  const named = { organisation, utc: 'UTC', local: localZone() };
  return (
    <Form layout="vertical">
      <Choice
        label={text('person.display.zone')}
        value={choices.zone}
        options={displayZones.map((value) => ({
          value,
          label: text(`person.display.zone.${value}`, { zone: named[value] }),
        }))}
        onChange={(zone) => void chooseDisplay({ zone })}
      />
      <Choice
        label={text('person.display.units')}
        hint={text('person.display.unitsHint')}
        value={choices.units}
        options={displayUnits.map((value) => ({ value, label: text(`person.display.units.${value}`) }))}
        onChange={(units) => void chooseDisplay({ units })}
      />
      {hasOwnDigits ? (
        <Choice
          label={text('person.display.digits')}
          value={choices.digits}
          options={displayDigits.map((value) => ({ value, label: text(`person.display.digits.${value}`) }))}
          onChange={(digits) => void chooseDisplay({ digits })}
        />
      ) : null}
      <p className="ey-hint">{text('person.display.hint')}</p>
    </Form>
  );
}
