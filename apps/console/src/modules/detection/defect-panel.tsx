import { detectionCalls, type DefectDetail } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './defect.css';

/** Joins, parts, and takes that back; the answer is the defect as it is then, which may be another one. */
function useChanges(onChanged: (defect: DefectDetail) => void) {
  const text = useText();
  const client = useQueryClient();
  const changed =
    (words: 'detection.defectMerged' | 'detection.defectSplit' | 'detection.defectUndone') =>
    (defect: DefectDetail): void => {
      client.setQueryData(['detection', 'defect', defect.oid], defect);
      onChanged(defect);
      showToast('success', text(words));
      void client.invalidateQueries({ queryKey: ['detection'] });
      void client.invalidateQueries({ queryKey: ['workOrder'] });
    };
  const merge = useMutation({
    mutationFn: (asked: { oid: string; otherOID: string }) => call(detectionCalls.mergeDefects, asked),
    onSuccess: changed('detection.defectMerged'),
  });
  const split = useMutation({
    mutationFn: (asked: { oid: string; outcomeOIDs: string[] }) => call(detectionCalls.splitDefect, asked),
    onSuccess: changed('detection.defectSplit'),
  });
  const undo = useMutation({
    mutationFn: (oid: string) => call(detectionCalls.undoDefect, { oid }),
    onSuccess: changed('detection.defectUndone'),
  });
  return { merge, split, undo, busy: merge.isPending || split.isPending || undo.isPending };
}
type Changes = ReturnType<typeof useChanges>;

function Place({ defect: { lng, lat, radius } }: { defect: DefectDetail }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (lng === null || lat === null || radius === null) return <p>{text('detection.defectNoPlace')}</p>;
  const place = `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  return (
    <p>
      {text('field.place')} {text('detection.defectPlaceOf', { place, radius: figures.length(radius) })}
    </p>
  );
}

/** What was seen of it; some may be chosen to be another thing. */
function Sightings(props: {
  defect: DefectDetail;
  chosen: readonly string[];
  onChoose: (outcomeOIDs: string[]) => void;
}): ReactNode {
  const { defect, chosen, onChoose } = props;
  const text = useText();
  const figures = useFigures();
  const may = useAllowed('detection:audit');
  return (
    <ul className="defect-sightings ey-list ey-grid ey-gap-8" aria-label={text('detection.sightings')}>
      {defect.sightings.map(({ outcomeOID, url, seenAt, name, byHand }) => {
        const label = text('detection.sightingOf', { time: figures.time(seenAt), name });
        return (
          <li key={outcomeOID}>
            <img src={url} alt="" loading="lazy" />
            {may && defect.total > 1 ? (
              <Checkbox
                checked={chosen.includes(outcomeOID)}
                onChange={({ target }) =>
                  onChoose(
                    target.checked ? [...chosen, outcomeOID] : chosen.filter((one) => one !== outcomeOID),
                  )
                }
              >
                {label}
              </Checkbox>
            ) : (
              <span>{label}</span>
            )}
            {byHand ? <small>{text('detection.byHand')}</small> : null}
          </li>
        );
      })}
    </ul>
  );
}

function Merging({ defect, changes }: { defect: DefectDetail; changes: Changes }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [other, setOther] = useState<string | null>(null);
  const known = defect.nearby.find(({ oid }) => oid === other);
  if (defect.nearby.length === 0) return <p>{text('detection.noneNearby')}</p>;
  return (
    <Form.Item label={text('detection.mergeWith')} htmlFor={id} layout="vertical">
      <Select
        id={id}
        value={known?.oid ?? null}
        onChange={setOther}
        options={defect.nearby.map(({ oid, metres, sightings }) => ({
          value: oid,
          label: text('detection.otherDefect', { metres: figures.length(metres), count: sightings }),
        }))}
      />
      <Button
        disabled={!known}
        loading={changes.busy}
        onClick={() => known && changes.merge.mutate({ oid: defect.oid, otherOID: known.oid })}
      >
        {text('detection.merge')}
      </Button>
    </Form.Item>
  );
}

const undoWords = (text: TextOf, { kind, by }: NonNullable<DefectDetail['change']>): string =>
  text(kind === 'merge' ? 'detection.undoMerge' : 'detection.undoSplit', { by });

function Shown({ defect, changes }: { defect: DefectDetail; changes: Changes }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [picked, setPicked] = useState<string[]>([]);
  const chosen = picked.filter((oid) => defect.sightings.some(({ outcomeOID }) => outcomeOID === oid));
  const { change } = defect;
  const seesList = useAllowed('/AIReportShowCheck');
  return (
    <>
      <p>
        {text('detection.defectSeen', {
          count: defect.total,
          from: figures.time(defect.firstAt),
          to: figures.time(defect.lastAt),
        })}
      </p>
      <Place defect={defect} />
      {defect.orders.map(({ oid, name }) => (
        <a key={oid} href={`#/WarnWorkDetails?oid=${oid}`}>
          {text('detection.defectOrder', { name })}
        </a>
      ))}
      {seesList ? (
        <a href={`#/AIReportShowCheck?tab=defects&keyword=${encodeURIComponent(defect.class)}`}>
          {text('detection.allDefects')}
        </a>
      ) : null}
      <Sightings defect={defect} chosen={chosen} onChoose={setPicked} />
      <div className="ey-flow ey-gap-8">
        {defect.total > 1 ? (
          <Allowed call={detectionCalls.splitDefect}>
            <Button
              disabled={chosen.length === 0 || chosen.length === defect.total}
              loading={changes.busy}
              onClick={() => changes.split.mutate({ oid: defect.oid, outcomeOIDs: chosen })}
            >
              {text('detection.split')}
            </Button>
          </Allowed>
        ) : null}
        {change ? (
          <Allowed call={detectionCalls.undoDefect}>
            <Button loading={changes.busy} onClick={() => changes.undo.mutate(defect.oid)}>
              {undoWords(text, change)}
            </Button>
          </Allowed>
        ) : null}
      </div>
      <Allowed call={detectionCalls.mergeDefects}>
        <Merging defect={defect} changes={changes} />
      </Allowed>
    </>
  );
}

/** A defect with everything that was seen of it, and what people may say of that. */
export function DefectPanel({ oid }: { oid: string }): ReactNode {
  const text = useText();
  // A change may leave another defect than the one that was asked for.
  const [changed, setChanged] = useState<{ from: string; to: string } | null>(null);
  const asked = changed?.from === oid ? changed.to : oid;
  const changes = useChanges((defect) => setChanged({ from: oid, to: defect.oid }));
  const found = useQuery({
    queryKey: ['detection', 'defect', asked],
    queryFn: async ({ signal }) =>
      (await call(detectionCalls.defectByOID, { oid: asked }, { signal, toast: false })).defect,
  });
  return (
    <section className="defect" aria-label={text('detection.defect')}>
      <h2>{text('detection.defect')}</h2>
      <Loaded state={loadStateOf(found)}>
        {() => (found.data ? <Shown defect={found.data} changes={changes} /> : null)}
      </Loaded>
    </section>
  );
}
