import {
  screenLayoutCalls,
  cockpitPanels,
  freePlace,
  limits,
  placementFaults,
  screenShapes,
  screenMapModes,
  screenThemes,
  type ArrangedPage,
  type ScreenLayout,
  type ScreenLayoutRecord,
  type CockpitPanel,
  type ScreenShape,
  type ScreenMapMode,
  type ScreenTheme,
} from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Radio, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { PanelGrid } from './panel-grid.tsx';
import './layout.css';

/** ms */
const retryEvery = 5_000;
const { tourLeast, tourMost } = limits.screenLayout;

/** Whose screens are arranged; without a display those of the organisation. */
export interface LayoutDialogProps {
  page: ArrangedPage;
  display?: { oid: string; name: string };
  onClose: () => void;
}

type Draft = Pick<ScreenLayoutRecord, 'theme' | 'tourEvery' | 'mapMode' | 'wide' | 'double'>;
const draftOf = ({ theme, tourEvery, mapMode, wide, double }: ScreenLayoutRecord): Draft => ({
  theme,
  tourEvery,
  mapMode,
  wide,
  double,
});

function Settings({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }): ReactNode {
  const text = useText();
  const [theme, map, tour] = [useId(), useId(), useId()];
  return (
    <div className="arrange-settings">
      <Form.Item label={text('cockpit.theme')} htmlFor={theme} layout="vertical">
        <Select<ScreenTheme>
          id={theme}
          value={draft.theme}
          options={screenThemes.map((value) => ({ value, label: text(`cockpit.theme.${value}`) }))}
          onChange={(value) => change({ theme: value })}
        />
      </Form.Item>
      <Form.Item
        label={text('cockpit.mapMode')}
        htmlFor={map}
        layout="vertical"
        extra={text('cockpit.mapModeHint')}
      >
        <Select<ScreenMapMode>
          id={map}
          value={draft.mapMode}
          options={screenMapModes.map((value) => ({ value, label: text(`cockpit.mapMode.${value}`) }))}
          onChange={(value) => change({ mapMode: value })}
        />
      </Form.Item>
      <Form.Item
        label={text('cockpit.tour')}
        htmlFor={tour}
        layout="vertical"
        extra={text('cockpit.tourHint', { min: tourLeast, max: tourMost })}
      >
        <InputNumber<number>
          id={tour}
          min={tourLeast}
          max={tourMost}
          precision={0}
          value={draft.tourEvery}
          onChange={(value) => change({ tourEvery: value })}
        />
      </Form.Item>
    </div>
  );
}

function AddPanel({ draft, shape, change }: ShapeProps): ReactNode {
  const text = useText();
  const id = useId();
  const placed = draft[shape];
  const missing = cockpitPanels.filter((panel) => !placed.some((one) => one.panel === panel));
  if (missing.length === 0) return null;
  const add = (panel: CockpitPanel): void => {
    const place = freePlace(placed, panel);
    if (place) change({ [shape]: [...placed, place] });
  };
  return (
    <Form.Item
      label={text('cockpit.panelAdd')}
      htmlFor={id}
      layout="vertical"
      extra={text('cockpit.panelAddHint')}
    >
      <Select<CockpitPanel>
        id={id}
        value={null}
        options={missing.map((value) => ({
          value,
          label: text(`cockpit.panel.${value}`),
          disabled: freePlace(placed, value) === null,
        }))}
        onChange={add}
      />
    </Form.Item>
  );
}

interface ShapeProps {
  draft: Draft;
  shape: ScreenShape;
  change: (part: Partial<ScreenLayout>) => void;
}

function Editor({
  record,
  display,
  onClose,
}: Pick<LayoutDialogProps, 'display' | 'onClose'> & { record: ScreenLayoutRecord }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(record));
  const [shape, setShape] = useState<ScreenShape>('wide');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<ScreenLayout>): void => setDraft({ ...draft, ...part } as Draft);
  const faulty = screenShapes.find(
    (one) => draft[one].length === 0 || placementFaults(draft[one]).length > 0,
  );
  const which = {
    page: record.page,
    version: record.version,
    ...(display ? { displayOID: display.oid } : {}),
  };
  const finish = async (done: Promise<unknown>, word: 'cockpit.arranged' | 'cockpit.arrangedBack') => {
    setBusy(true);
    try {
      await done;
      showToast('success', text(word));
      onClose();
    } catch {
      // What was refused is shown by the call, and what was arranged stays.
      setBusy(false);
    }
    await client.invalidateQueries({ queryKey: ['layout'] });
  };
  return (
    <>
      <p>{text(`cockpit.layoutOf.${record.of}`)}</p>
      <Settings draft={draft} change={change} />
      <Radio.Group
        aria-label={text('cockpit.shape')}
        optionType="button"
        value={shape}
        onChange={({ target }) => setShape(target.value as ScreenShape)}
        options={screenShapes.map((value) => ({ value, label: text(`cockpit.shape.${value}`) }))}
      />
      <PanelGrid
        key={shape}
        shape={shape}
        panels={draft[shape]}
        change={(panels) => change({ [shape]: panels })}
      />
      <AddPanel draft={draft} shape={shape} change={change} />
      {faulty ? (
        <p role="alert">{text('cockpit.arrangeFaulty', { shape: text(`cockpit.shape.${faulty}`) })}</p>
      ) : null}
      <div className="arrange-buttons">
        {record.of === (display ? 'display' : 'organisation') ? (
          <Allowed call={screenLayoutCalls.reset}>
            <Button
              disabled={busy}
              onClick={() => void finish(call(screenLayoutCalls.reset, which), 'cockpit.arrangedBack')}
            >
              {text(display ? 'cockpit.arrangeBackDisplay' : 'cockpit.arrangeBack')}
            </Button>
          </Allowed>
        ) : null}
        <Allowed call={screenLayoutCalls.save}>
          <Button
            type="primary"
            loading={busy}
            disabled={faulty !== undefined}
            onClick={() =>
              void finish(call(screenLayoutCalls.save, { ...which, ...draft }), 'cockpit.arranged')
            }
          >
            {text('cockpit.arrangeSave')}
          </Button>
        </Allowed>
      </div>
    </>
  );
}

/** Arranges the panels of a cockpit, for one display or for all screens of the organisation. */
export default function LayoutDialog({ page, display, onClose }: LayoutDialogProps): ReactNode {
  const text = useText();
  const { data, isError } = useQuery<ScreenLayoutRecord>({
    queryKey: ['layout', page, display?.oid ?? null],
    // A query that fails is asked again: the form begins only with what was read.
    refetchInterval: ({ state }) => (state.status === 'error' ? retryEvery : false),
    queryFn: ({ signal }) =>
      call(screenLayoutCalls.get, { page, ...(display ? { displayOID: display.oid } : {}) }, { signal }),
  });
  const cockpit = text(`permission.${page}`);
  const title = display
    ? text('cockpit.arrangeNamed', { name: display.name })
    : text('cockpit.arrangeAll', { cockpit });
  return (
    <Dialog open title={title} width={900} onClose={onClose}>
      {/* An layout that somebody else saved meanwhile begins the form anew: its version was not seen. */}
      {data ? (
        <Editor
          key={`${data.of} ${data.version}`}
          record={data}
          onClose={onClose}
          {...(display ? { display } : {})}
        />
      ) : (
        <p role="status">{text(isError ? 'cockpit.failedNever' : 'cockpit.asking')}</p>
      )}
    </Dialog>
  );
}
