import { CallRefused } from '@eyrie/client';
import { regionCalls, type RegionRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { startHistory, stepTo, type MapHost } from '@eyrie/map';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { shownZone, useDisplay } from '../../platform/display.ts';
import { issuesIn } from '../../platform/field-issues.ts';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { ImpactList } from './impact-list.tsx';
import { RegionFieldsForm } from './region-fields-form.tsx';
import { fieldsOf, freshFields, type RegionFields } from './region-fields.ts';
import { ShapeTools } from './shape-tools.tsx';
import { drawn, emptyShape, geometryOf, checkShape, shapeOfRecord, type ShapeState } from './shape-state.ts';
import { useDrawing } from './use-drawing.ts';

interface EditorProps {
  host: MapHost | null;
  /** Null: a new region. */
  region: RegionRecord | null;
  /** Places of other regions, on which a gesture may fall. */
  snaps: readonly Place[];
  onClose: (oid: string | null) => void;
}

/** What the change would touch, asked anew whenever shape or kind rests. */
const useImpact = (
  region: RegionRecord | null,
  kind: RegionFields['kind'],
  state: ShapeState,
  ready: boolean,
) => {
  const geometry = geometryOf(state);
  const { radius, width } = state;
  const asked = useDeferredValue(ready ? JSON.stringify({ kind, geometry, radius, width }) : null);
  return useQuery({
    queryKey: ['region', 'impact', region?.oid ?? null, asked],
    enabled: asked !== null,
    queryFn: ({ signal }) =>
      call(
        regionCalls.impact,
        { ...(region ? { oid: region.oid } : {}), draft: JSON.parse(asked ?? 'null') as never },
        { signal, toast: false },
      ),
  });
};

const useSave = ({ region, onClose }: Pick<EditorProps, 'region' | 'onClose'>) => {
  const text = useText();
  const client = useQueryClient();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: ({ fields, state }: { fields: RegionFields; state: ShapeState }) => {
      const geometry = geometryOf(state);
      if (!geometry) throw new Error('no shape');
      const { groupOID, ...given } = fields;
      const { radius, width } = state;
      const common = { ...given, name: fields.name.trim(), geometry, radius, width };
      return region
        ? call(regionCalls.edit, { oid: region.oid, version: region.version, ...common }, { toast: false })
        : call(regionCalls.add, { ...common, ...(groupOID ? { groupOID } : {}) }, { toast: false });
    },
    onSuccess: ({ oid, name }) => {
      showToast('success', text('region.saved', { name }));
      onClose(oid);
    },
    onError: (error) => {
      const issues = error instanceof CallRefused ? issuesIn(error.data) : [];
      setFaults(Object.fromEntries(issues.map(({ path, message }) => [path.split('.')[0] ?? '', message])));
      if (issues.length === 0) showFailure(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['region'] }),
  });
  return { save, faults };
};

/** Draws a region or changes it, and says what that touches before it is saved. */
export function RegionEditor({ host, region, snaps, onClose }: EditorProps): ReactNode {
  const text = useText();
  const zone = useDisplay(shownZone);
  const [history, setHistory] = useState(() =>
    startHistory<ShapeState>(region ? shapeOfRecord(region) : emptyShape('polygon')),
  );
  const [fields, setFields] = useState(() => (region ? fieldsOf(region, zone) : freshFields(zone)));
  const { save, faults } = useSave({ region, onClose });
  const state = history.now;
  const judged = checkShape(state);
  const { draw } = useDrawing(host, {
    state,
    fields,
    fault: judged.fault,
    snaps,
    fresh: region === null,
    onDrawn: (shape) => setHistory((before) => stepTo(before, drawn(before.now, shape))),
  });
  const shaped = judged.measures !== null;
  const impact = useImpact(region, fields.kind, state, shaped);
  const ready = shaped && fields.name.trim() !== '' && (impact.isSuccess || impact.isError);
  return (
    <section
      aria-label={text(region ? 'region.edit' : 'region.draw')}
      className="zone-editor ey-stack ey-gap-8"
    >
      <h2>{text(region ? 'region.edit' : 'region.draw')}</h2>
      <Form
        layout="vertical"
        onFinish={() => {
          if (ready && !save.isPending) save.mutate({ fields, state });
        }}
      >
        <ShapeTools
          history={history}
          judged={judged}
          centre={() => {
            const { lng = 0, lat = 0 } = host?.camera() ?? {};
            return { lng, lat };
          }}
          onHistory={setHistory}
          onDraw={draw}
        />
        {faults['geometry'] ? <p role="alert">{faults['geometry']}</p> : null}
        <RegionFieldsForm
          fields={fields}
          fresh={region === null}
          faults={faults}
          onChange={(change) => setFields((before) => ({ ...before, ...change }))}
        />
        <section aria-label={text('region.impact')}>
          <h3>{text('region.impact')}</h3>
          {impact.data ? (
            <ImpactList impact={impact.data} />
          ) : (
            <p className="list-hint">{text(shaped ? 'region.impactChecking' : 'region.noShape')}</p>
          )}
        </section>
        <footer className="ey-flow ey-gap-6">
          <Button onClick={() => onClose(region?.oid ?? null)}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            disabled={!ready}
            loading={save.isPending}
            title={ready ? undefined : text('app.fillIn')}
          >
            {text(impact.data?.routes.length ? 'region.saveAfter' : 'app.save')}
          </Button>
        </footer>
      </Form>
    </section>
  );
}
