import { regionCalls, type RegionRecord } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { RegionKindMark, useMeasures } from '../../modules/region/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { RecordHistory } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { ImpactList } from './impact-list.tsx';

const labels = {
  name: 'field.name',
  kind: 'region.kind',
  colour: 'region.colour',
  group: 'region.group',
  geometry: 'region.shape',
  shape: 'region.shape',
  places: 'region.places',
  radius: 'region.radius',
  width: 'region.width',
  length: 'region.length',
  perimeter: 'region.perimeter',
  area: 'region.area',
  floor: 'region.floor',
  ceiling: 'region.ceiling',
  heightReference: 'region.heightReference',
  validFrom: 'region.validFrom',
  validUntil: 'region.validUntil',
  zone: 'field.timeZone',
  enabled: 'region.enabled',
  remark: 'region.remark',
  updatedAt: 'region.updatedAt',
} as const;

/** Asks before a region goes, with what that touches. */
const useRemove = (region: RegionRecord, onGone: () => void) => {
  const text = useText();
  const client = useQueryClient();
  const { remove } = useDeletion(regionCalls.remove, {
    onAnswer: () => client.invalidateQueries({ queryKey: ['region'] }),
  });
  const { oid, name } = region;
  return useMutation({
    mutationFn: async () => {
      const impact = await call(regionCalls.impact, { oid });
      await remove([oid], {
        title: text('region.deleteTitle', { name }),
        content: <ImpactList impact={impact} />,
        done: text('region.deleted', { name }),
        onDeleted: onGone,
      });
    },
  });
};

/** Everything that is kept of a region. */
export function RegionCard({
  region,
  onEdit,
  onClose,
}: {
  region: RegionRecord;
  onEdit: () => void;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const measures = useMeasures();
  const remove = useRemove(region, onClose);
  const { floor, ceiling, validFrom, validUntil } = region;
  const band =
    floor === null && ceiling === null
      ? text('region.bandHint')
      : `${figures.height(floor)} – ${figures.height(ceiling)} · ${text(`region.heightReference.${region.heightReference}`)}`;
  const validity =
    validFrom === null && validUntil === null
      ? text('region.always')
      : `${figures.time(validFrom)} – ${figures.time(validUntil)} (${figures.zone.label})`;
  return (
    <section aria-label={region.name} className="ey-stack ey-gap-8">
      <h2>
        <bdi>{region.name}</bdi>
      </h2>
      <FactList
        className="list-facts"
        facts={[
          [text('region.kind'), <RegionKindMark key="kind" kind={region.kind} colour={region.colour} />],
          [text('region.enabled'), region.enabled ? '✓' : text('region.switchedOff')],
          [text('region.shape'), text(`region.shape.${region.shape}`)],
          [text('region.group'), region.group || '–'],
          [text('field.department'), region.groupName],
          [text('region.length'), measures.length(region.length)],
          [text('region.perimeter'), measures.length(region.perimeter)],
          [text('region.area'), measures.area(region.area)],
          [text('region.places'), figures.amount(region.places, undefined, 0)],
          [text('region.band'), band],
          [text('region.validity'), validity],
          [text('region.remark'), region.remark || '–'],
          [text('region.createdBy'), region.createdBy],
          [text('region.updatedAt'), figures.time(region.updatedAt)],
        ]}
      />
      <RecordHistory word="region" history={regionCalls.history} labels={labels} oid={region.oid} />
      <footer className="ey-flow ey-gap-6">
        <Button onClick={onClose}>{text('app.close')}</Button>
        <Allowed call={regionCalls.remove} record={region}>
          <Button danger loading={remove.isPending} onClick={() => remove.mutate()}>
            {text('app.delete')}
          </Button>
        </Allowed>
        <Allowed call={regionCalls.edit} record={region}>
          <Button type="primary" onClick={onEdit}>
            {text('app.edit')}
          </Button>
        </Allowed>
      </footer>
    </section>
  );
}
