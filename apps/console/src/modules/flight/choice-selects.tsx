import { flightChoiceCalls } from '@eyrie/domain';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import { call } from '../../platform/http.ts';
import { ManyChoice } from '../../platform/many-choice.tsx';
import { useText } from '../../platform/text.tsx';

interface Named {
  oid: string;
  name: string;
}
const optionsOf = (list: readonly Named[]) => list.map(({ oid, name }) => ({ value: oid, label: name }));

/** What an arrangement on a dock is chosen from; people whose name holds `keyword`. */
export const useFlightChoices = (dockOID: string | null, keyword = '') =>
  useQuery({
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

interface OneOf {
  id: string;
  value: string | null;
  /** The name of what is chosen, where it may be none of those that are offered. */
  name?: string | null;
  onChange: (oid: string | null) => void;
}

const withChosen = (found: readonly Named[], value: string | null, name: string | null) =>
  value !== null && name !== null && !found.some(({ oid }) => oid === value)
    ? [{ oid: value, name }, ...found]
    : found;

/** Who is to fly from a dock, found by a part of the name. */
export function AssigneeSelect({
  id,
  dockOID,
  value,
  name = null,
  nobody,
  onChange,
}: OneOf & {
  dockOID: string;
  /** What an empty field means; missing: somebody is always named. */
  nobody?: string;
}): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  // Whoever is chosen keeps the name, whatever is searched for next.
  const [person, setPerson] = useState<Named | null>(null);
  const answer = useFlightChoices(dockOID, keyword);
  const { assignees = [], more = false } = answer.data ?? {};
  const people = withChosen(assignees, value, person?.oid === value ? person.name : name);
  return (
    <>
      <Select<string>
        id={id}
        allowClear={nobody !== undefined}
        placeholder={nobody ?? ''}
        value={value}
        loading={answer.isPending}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        notFoundContent={<NoChoices state={loadStateOf(answer)} />}
        options={optionsOf(people)}
        onChange={(oid: string | undefined) => {
          setPerson(people.find((one) => one.oid === oid) ?? null);
          onChange(oid ?? null);
        }}
      />
      <span className="form-hint ey-hint">
        {text('arrange.assigneeHint')} {more ? text('arrange.morePeople') : null}
      </span>
    </>
  );
}

/** A device that is taken along, of those that are known for a dock. */
export function TakenDevice({
  id,
  dockOID,
  devices,
  value,
  name = null,
  onChange,
}: OneOf & { dockOID: string; devices: 'gimbals' | 'controllers' }): ReactNode {
  const answer = useFlightChoices(dockOID);
  return (
    <Select<string>
      id={id}
      allowClear
      value={value}
      loading={answer.isPending}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      options={optionsOf(withChosen(answer.data?.[devices] ?? [], value, name))}
      onChange={(oid: string | undefined) => onChange(oid ?? null)}
    />
  );
}

interface Code {
  code: string;
  name: string;
}
const noCodes: readonly Code[] = [];

/** Codes that are offered, and those that were chosen when they were. */
const codesWith = (offered: readonly Code[], chosen: readonly Code[]) =>
  [...offered, ...chosen.filter(({ code }) => !offered.some((one) => one.code === code))].map(
    ({ code, name }) => ({ value: code, label: name }),
  );

/** What the pictures of a flight are searched for. */
export function AiTypesSelect({
  id,
  value,
  chosen = noCodes,
  onChange,
}: {
  id: string;
  value: string[];
  /** What was chosen before, with its names. */
  chosen?: readonly Code[];
  onChange: (codes: string[]) => void;
}): ReactNode {
  const answer = useCodeChoices('aiType');
  const options = codesWith(answer.data?.list ?? noCodes, chosen);
  return <ManyChoice {...{ id, value, answer, options, onChange }} />;
}

/** The type of the work orders that come of a flight. */
export function OrderTypeSelect({
  id,
  value,
  chosen = null,
  onChange,
}: {
  id: string;
  value: string | null;
  /** What was chosen before, with its name. */
  chosen?: Code | null;
  onChange: (code: string | null) => void;
}): ReactNode {
  const answer = useCodeChoices('workOrderType');
  return (
    <Select<string>
      id={id}
      allowClear
      value={value}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      options={codesWith(answer.data?.list ?? noCodes, chosen ? [chosen] : noCodes)}
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}
