import { clarities, limits, lostActions } from '@eyrie/domain';
import { Input, InputNumber, Radio } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { FlightDraft, FlightFault, FlightFaults } from './flight-form.rules.ts';
import '../../platform/form-field.css';
import './flight.css';

/** A fault of a field in words, for sight and screen reader. */
export function FieldFault({ fault }: { fault: FlightFault | undefined }): ReactNode {
  const text = useText();
  if (!fault) return null;
  return (
    <span className="form-fault" role="alert">
      {'text' in fault ? fault.text : text(fault.id, fault.values)}
    </span>
  );
}

export interface FlightSettingsProps {
  draft: FlightDraft;
  faults: FlightFaults;
  onChange: (change: Partial<FlightDraft>) => void;
}

/** Return altitude, clarity, what to do when the link is lost, and the task's name. */
export function FlightSettings({ draft, faults, onChange }: FlightSettingsProps): ReactNode {
  const text = useText();
  const altitudeId = useId();
  const nameId = useId();
  const range = { min: limits.flight.returnAltitudeMin, max: limits.flight.returnAltitudeMax };
  return (
    <>
      <div className="form-field">
        <label htmlFor={altitudeId}>{text('flight.returnAltitude')}</label>
        <InputNumber<number>
          id={altitudeId}
          value={draft.returnAltitude}
          suffix={text('unit.metre')}
          style={{ inlineSize: 180 }}
          status={faults.returnAltitude ? 'error' : ''}
          aria-invalid={faults.returnAltitude !== undefined}
          onChange={(returnAltitude) => onChange({ returnAltitude })}
        />
        <span className="form-hint ey-hint">{text('flight.returnAltitudeHint', range)}</span>
        <FieldFault fault={faults.returnAltitude} />
      </div>
      <fieldset className="form-field">
        <legend>{text('flight.lostAction')}</legend>
        <Radio.Group
          value={draft.lostAction}
          options={lostActions.map((value) => ({ value, label: text(`flight.lostAction.${value}`) }))}
          onChange={({ target }) => onChange({ lostAction: target.value as FlightDraft['lostAction'] })}
        />
        <FieldFault fault={faults.lostAction} />
      </fieldset>
      <fieldset className="form-field">
        <legend>{text('flight.clarity')}</legend>
        <Radio.Group
          value={draft.clarity}
          options={clarities.map((value) => ({ value, label: text(`flight.clarity.${value}`) }))}
          onChange={({ target }) => onChange({ clarity: target.value as FlightDraft['clarity'] })}
        />
        <FieldFault fault={faults.clarity} />
      </fieldset>
      {draft.taskOID ? null : (
        <div className="form-field">
          <label htmlFor={nameId}>{text('flight.taskName')}</label>
          <Input
            id={nameId}
            value={draft.taskName}
            count={{ show: true, max: 64 }}
            placeholder={text('flight.taskNameHint')}
            onChange={(event) => onChange({ taskName: event.target.value })}
          />
          <FieldFault fault={faults.taskName} />
        </div>
      )}
    </>
  );
}
