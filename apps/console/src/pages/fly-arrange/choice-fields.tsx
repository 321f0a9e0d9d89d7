import { flightChoiceCalls, limits, type AiSample } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Radio } from 'antd';
import { useId, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import {
  AiTypesSelect,
  AssigneeSelect,
  FieldFault,
  FlightSettings,
  OrderTypeSelect,
  TakenDevice,
  useFlightChoices,
} from '../../modules/flight/index.ts';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import type { Draft } from './use-draft.ts';

const { aiRangeMin: min, aiRangeMax: max } = limits.flightChoice;
const noCodes: readonly { code: string; name: string }[] = [];

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A small picture with the box that somebody confirmed on it. */
function Sample({ sample: { url, box, picture }, name }: { sample: AiSample; name: string }): ReactNode {
  return (
    <span className="fly-arrange-sample" dir="ltr">
      <img src={url} alt={name} loading="lazy" />
      <i
        style={{
          insetInlineStart: share(box.x, picture.width),
          insetBlockStart: share(box.y, picture.height),
          inlineSize: share(box.width, picture.width),
          blockSize: share(box.height, picture.height),
        }}
      />
    </span>
  );
}

/** What people found of each AI type that is chosen: the share they confirmed, and confirmed boxes as samples. */
function TypeFigures({
  types,
  nameOf,
}: {
  types: readonly string[];
  nameOf: (code: string) => string;
}): ReactNode {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['flight', 'aiFigures', types],
    enabled: types.length > 0,
    queryFn: ({ signal }) =>
      call(flightChoiceCalls.aiFigures, { aiTypes: [...types] }, { signal, toast: false }),
  });
  if (!data || types.length === 0) return null;
  return (
    <ul className="fly-arrange-types ey-list ey-grid ey-gap-4">
      {data.list.map(({ code, precision, judged, samples }) => (
        <li key={code}>
          <span>
            <bdi>{nameOf(code)}</bdi>{' '}
            {precision === null
              ? text('arrange.precisionUnknown')
              : text('arrange.precision', { percent: Math.round(precision * 100), count: judged })}
          </span>
          {samples.map((sample) => (
            <Sample key={sample.url} sample={sample} name={text('arrange.sample', { type: nameOf(code) })} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** What the pictures of a flight are searched for, from how far, and what type of work orders comes of it. */
function AiFields({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const [types, range, orders] = [useId(), useId(), useId()];
  const list = useCodeChoices('aiType').data?.list ?? noCodes;
  const chosen = form.draft.aiTypes ?? [];
  const nameOf = (code: string): string => list.find((one) => one.code === code)?.name ?? code;
  return (
    <fieldset className="form-field">
      <legend>{text('arrange.ai')}</legend>
      <label htmlFor={types}>{text('flight.aiTypes')}</label>
      <AiTypesSelect id={types} value={chosen} onChange={(aiTypes) => form.change({ aiTypes })} />
      <FieldFault fault={form.faults.aiTypes} />
      <TypeFigures types={chosen} nameOf={nameOf} />
      {chosen.length === 0 ? (
        <span className="form-hint ey-hint">{text('arrange.aiOff')}</span>
      ) : (
        <>
          <label htmlFor={range}>{text('flight.aiRange')}</label>
          <InputNumber<number>
            id={range}
            value={form.draft.aiRange ?? null}
            suffix={text('unit.metre')}
            style={{ inlineSize: 180 }}
            status={form.faults.aiRange ? 'error' : ''}
            aria-invalid={form.faults.aiRange !== undefined}
            onChange={(aiRange) => form.change({ aiRange })}
          />
          <span className="form-hint ey-hint">{text('arrange.aiRangeHint', { min, max })}</span>
          <FieldFault fault={form.faults.aiRange} />
        </>
      )}
      <label htmlFor={orders}>{text('flight.workOrderType')}</label>
      <OrderTypeSelect
        id={orders}
        value={form.draft.workOrderType ?? null}
        onChange={(workOrderType) => form.change({ workOrderType })}
      />
      <FieldFault fault={form.faults.workOrderType} />
    </fieldset>
  );
}

/** A device that is taken along, where there are any. */
function DeviceField({
  form,
  field,
  devices,
  label,
}: {
  form: Draft;
  field: 'gimbalOID' | 'controllerOID';
  devices: 'gimbals' | 'controllers';
  label: 'flight.gimbal' | 'flight.controller';
}): ReactNode {
  const text = useText();
  const id = useId();
  const { dockOID } = form.draft;
  const { data } = useFlightChoices(dockOID);
  if (dockOID === null || !data || data[devices].length === 0) return null;
  return (
    <>
      <label htmlFor={id}>{text(label)}</label>
      <TakenDevice
        id={id}
        dockOID={dockOID}
        devices={devices}
        value={form.draft[field] ?? null}
        onChange={(oid) => form.change({ [field]: oid })}
      />
      <FieldFault fault={form.faults[field]} />
    </>
  );
}

/** Who flies it, and what is taken along beside the dock and its aircraft. */
function PeopleFields({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const assignee = useId();
  const myself = useSession((session) => session.user);
  const { dockOID } = form.draft;
  const answer = useFlightChoices(dockOID);
  if (dockOID === null) return null;
  const { drone = null, protocol = 'cloud' } = answer.data ?? {};
  return (
    <fieldset className="form-field">
      <legend>{text('arrange.people')}</legend>
      {answer.isError ? <FieldFault fault={{ id: 'app.failed' }} /> : null}
      {drone ? (
        <span className="form-hint ey-hint">
          {text('arrange.flownWith', { drone: drone.name, protocol: text(`flight.protocol.${protocol}`) })}
        </span>
      ) : null}
      <label htmlFor={assignee}>{text('flight.assignee')}</label>
      <AssigneeSelect
        id={assignee}
        dockOID={dockOID}
        nobody={myself ? text('arrange.myself') : ''}
        value={form.draft.assigneeOID ?? null}
        onChange={(assigneeOID) => form.change({ assigneeOID })}
      />
      <FieldFault fault={form.faults.assigneeOID} />
      <DeviceField form={form} field="gimbalOID" devices="gimbals" label="flight.gimbal" />
      <DeviceField form={form} field="controllerOID" devices="controllers" label="flight.controller" />
    </fieldset>
  );
}

/** What is chosen beside route and dock. */
export function ChoiceFields({ form }: { form: Draft }): ReactNode {
  return (
    <>
      <AiFields form={form} />
      <FlightSettings draft={form.draft} faults={form.faults} onChange={form.change} />
      <PeopleFields form={form} />
    </>
  );
}

/** Who chooses the dock: a person, or the form, which takes the nearest one that is able. */
export function AssignmentField({ form, onAsk }: { form: Draft; onAsk: () => void }): ReactNode {
  const text = useText();
  return (
    <Radio.Group
      aria-label={text('flight.assignment')}
      value={form.draft.assignment ?? 'manual'}
      options={[
        { value: 'manual', label: text('flight.assignment.manual') },
        { value: 'automatic', label: text('arrange.automatic') },
      ]}
      onChange={({ target }) => {
        const assignment = target.value as 'manual' | 'automatic';
        if (assignment === 'automatic') onAsk();
        form.change({ assignment });
      }}
    />
  );
}
