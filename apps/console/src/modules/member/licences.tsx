import { dayIn, endOfDay, licenceCalls, licenceKinds, limits, type LicenceRecord } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useOrganisationZone } from '../../platform/display.ts';
import { call } from '../../platform/http.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { LicenceScan, ScanHint } from './licence-scan.tsx';
import { word } from './licence-word.ts';
import '../../platform/form-field.css';

const useLicences = (memberOID: string | undefined) =>
  useQuery({
    queryKey: [word, memberOID],
    queryFn: ({ signal }) => call(licenceCalls.query, { memberOID: memberOID ?? '' }, { signal }),
    enabled: memberOID !== undefined,
  });

function Until({ validUntil }: Pick<LicenceRecord, 'validUntil'>): ReactNode {
  const text = useText();
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  if (validUntil === null) return <StateSymbol state="live" word={text('licence.endless')} />;
  const day = dayIn(zone, validUntil);
  return validUntil < now ? (
    <StateSymbol state="alarm" word={text('licence.over', { day })} />
  ) : (
    <StateSymbol state="live" word={text('licence.validTo', { day })} />
  );
}

function Licence({ licence }: { licence: LicenceRecord }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const removal = useDeletion(licenceCalls.remove, {
    onAnswer: () => client.invalidateQueries({ queryKey: [word] }),
  });
  const changed = () => client.invalidateQueries({ queryKey: [word] });
  // Whoever confirms has seen this scan, or that there is none: another one that came meanwhile is shown first.
  const confirm = useMutation({
    mutationFn: () => call(licenceCalls.confirm, { oid, scanAddedAt: licence.scan?.addedAt ?? null }),
    onSettled: changed,
  });
  const withdraw = useMutation({
    mutationFn: () => call(licenceCalls.withdraw, { oid }),
    onSuccess: changed,
  });
  const { oid, kind, licenceNumber, validUntil, confirmed } = licence;
  const deletes = text('licence.delete', { number: licenceNumber });
  const ask = (): Promise<void> => removal.remove([oid], { title: deletes, done: text('licence.deleted') });
  return (
    <li>
      {text(`licence.kind.${kind}`)} <bdi dir="ltr">{licenceNumber}</bdi> <Until validUntil={validUntil} />{' '}
      {confirmed ? null : <StateSymbol state="attention" word={text('licence.unconfirmed')} />}{' '}
      <Allowed call={licenceCalls.confirm} record={licence}>
        <Button size="small" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {text('licence.confirm', { number: licenceNumber })}
        </Button>
      </Allowed>{' '}
      <Allowed call={licenceCalls.withdraw} record={licence}>
        <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {text('licence.withdraw', { number: licenceNumber })}
        </Button>
      </Allowed>{' '}
      <Allowed call={licenceCalls.remove} record={licence}>
        <IconButton icon="trash" label={deletes} busy={removal.busy} danger onClick={() => void ask()} />
      </Allowed>
      <LicenceScan licence={licence} />
    </li>
  );
}

function LicenceList({ memberOID, label }: { memberOID: string | undefined; label: string }): ReactNode {
  const text = useText();
  const answer = useLicences(memberOID);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data?.list.length ? (
          <ul aria-label={label}>
            {answer.data.list.map((licence) => (
              <Licence key={licence.oid} licence={licence} />
            ))}
          </ul>
        ) : (
          <p className="form-hint ey-hint">{text('licence.none')}</p>
        )
      }
    </Loaded>
  );
}

interface Draft {
  kind: LicenceRecord['kind'];
  licenceNumber: string;
  day: string;
}
const fresh: Draft = { kind: 'visual', licenceNumber: '', day: '' };

/** @param memberOID of whom; null: the own, which waits until it is confirmed */
function LicenceForm({ memberOID }: { memberOID: string | null }): ReactNode {
  const text = useText();
  const zone = useOrganisationZone();
  const client = useQueryClient();
  const [kindId, numberId, dayId] = [useId(), useId(), useId()];
  const [draft, setDraft] = useState(fresh);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const validUntil = draft.day === '' ? null : endOfDay(zone, draft.day);
  const isUnread = draft.day !== '' && validUntil === null;
  const licenceNumber = draft.licenceNumber.trim();
  const add = useMutation({
    mutationFn: () => {
      const licence = { kind: draft.kind, licenceNumber, validUntil };
      return memberOID === null
        ? call(licenceCalls.addOwn, licence)
        : call(licenceCalls.add, { memberOID, ...licence });
    },
    onSuccess: async () => {
      setDraft(fresh);
      showToast('success', text(memberOID === null ? 'licence.addedOwn' : 'licence.added'));
      await client.invalidateQueries({ queryKey: [word] });
    },
  });
  const { numberMax } = limits.licence;
  return (
    <form
      className="form-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <label htmlFor={kindId}>{text('licence.kind')}</label>
      <Select
        id={kindId}
        value={draft.kind}
        options={licenceKinds.map((value) => ({ value, label: text(`licence.kind.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <label htmlFor={numberId}>{text('licence.number')}</label>
      <Input
        id={numberId}
        dir="ltr"
        value={draft.licenceNumber}
        count={{ show: true, max: numberMax }}
        onChange={({ target }) => change({ licenceNumber: target.value })}
      />
      <label htmlFor={dayId}>{text('licence.until')}</label>
      <Input
        id={dayId}
        type="date"
        value={draft.day}
        onChange={({ target }) => change({ day: target.value })}
      />
      <span className="form-hint ey-hint">{text('licence.untilHint')}</span>
      <Button
        htmlType="submit"
        type="primary"
        loading={add.isPending}
        disabled={licenceNumber === '' || licenceNumber.length > numberMax || isUnread}
      >
        {text('licence.add')}
      </Button>
    </form>
  );
}

/** Licences of a member, for whoever keeps them. @param label says whose */
export function LicencesOf({ memberOID, label }: { memberOID: string; label: string }): ReactNode {
  return (
    <>
      <LicenceList memberOID={memberOID} label={label} />
      <ScanHint />
      <Allowed call={licenceCalls.add}>
        <LicenceForm memberOID={memberOID} />
      </Allowed>
    </>
  );
}

/** The own licences, as the verdict on a flight knows them. */
export function OwnLicences(): ReactNode {
  const text = useText();
  const { user } = useSession();
  return (
    <section>
      <h3>{text('licence.title')}</h3>
      <LicenceList memberOID={user?.oid} label={text('licence.title')} />
      <p className="form-hint ey-hint">{text('licence.ownHint')}</p>
      <ScanHint />
      <LicenceForm memberOID={null} />
    </section>
  );
}
