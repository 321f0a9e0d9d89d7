import { flightChoiceCalls, limits, type AiSample } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Radio, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import { FieldFault, FlightSettings } from '../../modules/flight/index.ts';
import { call } from '../../platform/http.ts';
import { ManyChoice } from '../../platform/many-choice.tsx';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import type { Draft } from './use-draft.ts';

const { aiRangeMin: min, aiRangeMax: max } = limits.flightChoice;
const noCodes: readonly { code: string; name: string }[] = [];
const optionsOf = (list: readonly { code: string; name: string }[]) =>
  list.map(({ code, name }) => ({ value: code, label: name }));

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
    <ul className="fly-arrange-types">
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
  const known = useCodeChoices('aiType');
  const orderTypes = useCodeChoices('workOrderType');
  const list = known.data?.list ?? noCodes;
  const chosen = form.draft.aiTypes ?? [];
  const nameOf = (code: string): string => list.find((one) => one.code === code)?.name ?? code;
  return (
    <fieldset className="form-field">
      <legend>{text('arrange.ai')}</legend>
      <label htmlFor={types}>{text('flight.aiTypes')}</label>
      <ManyChoice
        id={types}
        value={chosen}
        answer={known}
        options={optionsOf(list)}
        onChange={(aiTypes) => form.change({ aiTypes })}
      />
      <FieldFault fault={form.faults.aiTypes} />
      <TypeFigures types={chosen} nameOf={nameOf} />
      {chosen.length === 0 ? (
        <span className="form-hint">{text('arrange.aiOff')}</span>
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
          <span className="form-hint">{text('arrange.aiRangeHint', { min, max })}</span>
          <FieldFault fault={form.faults.aiRange} />
        </>
      )}
      <label htmlFor={orders}>{text('flight.workOrderType')}</label>
      <Select<string>
        id={orders}
        allowClear
        value={form.draft.workOrderType ?? null}
        options={optionsOf(orderTypes.data?.list ?? noCodes)}
        onChange={(workOrderType) => form.change({ workOrderType: workOrderType ?? null })}
      />
      <FieldFault fault={form.faults.workOrderType} />
    </fieldset>
  );
}

const named = (list: readonly { oid: string; name: string }[]) =>
  list.map(({ oid, name }) => ({ value: oid, label: name }));

/** A device that is taken along, where there are any. */
function DeviceField({
  form,
  field,
  label,
  devices,
}: {
  form: Draft;
  field: 'gimbalOID' | 'controllerOID';
  label: 'flight.gimbal' | 'flight.controller';
  devices: readonly { oid: string; name: string }[];
}): ReactNode {
  const text = useText();
  const id = useId();
  if (devices.length === 0) return null;
  return (
    <>
      <label htmlFor={id}>{text(label)}</label>
      <Select<string>
        id={id}
        allowClear
        value={form.draft[field] ?? null}
        options={named(devices)}
        onChange={(oid) => form.change({ [field]: oid ?? null })}
      />
      <FieldFault fault={form.faults[field]} />
    </>
  );
}

/** Who flies it, and what is taken along beside the dock and its aircraft. */
function PeopleFields({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const assignee = useId();
  const [keyword, setKeyword] = useState('');
  // Whoever is chosen keeps the name, whatever is searched for next.
  const [person, setPerson] = useState<{ value: string; label: string } | null>(null);
  const myself = useSession((session) => session.user);
  const { dockOID } = form.draft;
  const answer = useQuery({
    queryKey: ['flight', 'choices', dockOID, keyword],
    enabled: dockOID !== null,
    queryFn: ({ signal }) =>
      call(
        flightChoiceCalls.choices,
        { dockOID: dockOID ?? '', ...(keyword === '' ? {} : { keyword }) },
        { signal, toast: false },
      ),
    placeholderData: (before) => before,
  });
  if (dockOID === null) return null;
  const {
    assignees = [],
    more = false,
    controllers = [],
    gimbals = [],
    drone = null,
    protocol,
  } = answer.data ?? {};
  const found = named(assignees);
  const people = person && !found.some(({ value }) => value === person.value) ? [person, ...found] : found;
  return (
    <fieldset className="form-field">
      <legend>{text('arrange.people')}</legend>
      {answer.isError ? <FieldFault fault={{ id: 'app.failed' }} /> : null}
      {drone ? (
        <span className="form-hint">
          {text('arrange.flownWith', {
            drone: drone.name,
            protocol: text(`flight.protocol.${protocol ?? 'cloud'}`),
          })}
        </span>
      ) : null}
      <label htmlFor={assignee}>{text('flight.assignee')}</label>
      <Select<string>
        id={assignee}
        allowClear
        placeholder={myself ? text('arrange.myself') : ''}
        value={form.draft.assigneeOID ?? null}
        loading={answer.isPending}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        options={people}
        onChange={(assigneeOID) => {
          setPerson(people.find(({ value }) => value === assigneeOID) ?? null);
          form.change({ assigneeOID: assigneeOID ?? null });
        }}
      />
      <span className="form-hint">
        {text('arrange.assigneeHint')} {more ? text('arrange.morePeople') : null}
      </span>
      <FieldFault fault={form.faults.assigneeOID} />
      <DeviceField form={form} field="gimbalOID" label="flight.gimbal" devices={gimbals} />
      <DeviceField form={form} field="controllerOID" label="flight.controller" devices={controllers} />
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
