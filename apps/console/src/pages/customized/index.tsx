import { CallRefused } from '@eyrie/client';
import { appearanceCalls, limits, tileOrigin, type Appearance, type AppearanceDraft } from '@eyrie/domain';
import { Loaded, loadStateOf, tokens, useConfirm } from '@eyrie/ui';
import { Button, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  applySettings,
  BackgroundField,
  changesOf,
  ColourField,
  ContrastWarnings,
  draftOf,
  faultsOf,
  LogoField,
  MapFields,
  PastAppearances,
  restoreSettings,
  TextField,
  useAppearanceSettings,
  useAppearanceChanged,
} from '../../modules/appearance/index.ts';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { lazyPart } from '../../platform/loading.ts';
import { TabbedPage } from '../../platform/tabbed-page.tsx';
import { permittedTileOrigins } from '../../platform/tile-origins.ts';
import { showToast } from '../../platform/toasts.ts';
import { AppearancePreview } from './appearance-preview.tsx';
import './customized.css';

const colours = ['menuColor', 'accentColor', 'backgroundColor'] as const;
const tokenOf = { menuColor: 'menu', accentColor: 'accent', backgroundColor: 'entrance' } as const;

type Change = (change: Partial<AppearanceDraft>) => void;
interface PartProps {
  draft: AppearanceDraft;
  faults: ReturnType<typeof faultsOf>;
  disabled: boolean;
  change: Change;
}

function AppearanceFields({ draft, faults, disabled, change }: PartProps): ReactNode {
  const text = useText();
  const theme = draft.menuTheme === 1 ? 'light' : 'dark';
  const chosen = {
    menuColor: faults.menuColor ? null : (draft.menuColor ?? null),
    accentColor: faults.accentColor ? null : (draft.accentColor ?? null),
    backgroundColor: faults.backgroundColor ? null : (draft.backgroundColor ?? null),
  };
  return (
    <section className="card" aria-labelledby="look-look">
      <h2 id="look-look">{text('appearance.look')}</h2>
      <TextField
        label={text('appearance.pcName')}
        hint={text('appearance.pcNameHint')}
        fault={faults.pcName}
        value={draft.pcName ?? ''}
        max={limits.appearance.nameMax}
        disabled={disabled}
        onChange={(pcName) => change({ pcName })}
      />
      <div className="look-field ey-grid ey-gap-4">
        <span id="look-theme">{text('appearance.menuTheme')}</span>
        <Radio.Group
          aria-labelledby="look-theme"
          value={draft.menuTheme === 1 ? 1 : 0}
          disabled={disabled}
          onChange={(event) => change({ menuTheme: event.target.value as number })}
          options={[
            { value: 0, label: text('appearance.themeDark') },
            { value: 1, label: text('appearance.themeLight') },
          ]}
        />
        <span className="look-hint">{text('appearance.themeHint')}</span>
      </div>
      {colours.map((name) => (
        <ColourField
          key={name}
          label={text(`appearance.${name}`)}
          hint={text(`appearance.${name}Hint`)}
          fault={faults[name]}
          value={draft[name] ?? null}
          own={tokens[theme][tokenOf[name]].toLowerCase()}
          disabled={disabled}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <ContrastWarnings colours={chosen} />
      <BackgroundField
        value={draft.backgroundPIC ?? null}
        disabled={disabled}
        onChange={(backgroundPIC) => change({ backgroundPIC })}
      />
      <LogoField
        value={draft.logoPIC ?? null}
        disabled={disabled}
        onChange={(logoPIC) => change({ logoPIC })}
      />
    </section>
  );
}

/** Applies and takes back. What the server refuses is said; a look that somebody else changed meanwhile too. */
const useAppearanceWork = (appearance: Appearance, onDone: (appearance: Appearance) => void) => {
  const text = useText();
  const changed = useAppearanceChanged();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const work = async (call: Promise<Appearance>, done: string): Promise<void> => {
    setBusy(true);
    try {
      const made = await call;
      await changed(made);
      onDone(made);
      showToast('success', done);
      const origin = tileOrigin(made.url);
      // What a page may fetch was decided when it was sent; nothing unsaved is left to lose.
      if (origin !== null && !permittedTileOrigins(origin)) location.reload();
    } catch (error) {
      if (error instanceof CallRefused && error.reason === 'conflict')
        showToast('error', text('appearance.changedElsewhere'));
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const restore = async (to: 'last' | 'factory'): Promise<void> => {
    const title = text(to === 'last' ? 'appearance.lastQuestion' : 'appearance.factoryQuestion');
    if (await confirm({ title, verb: text('appearance.restore') }))
      await work(restoreSettings(to, appearance.version), text('appearance.restored'));
  };
  return {
    busy,
    apply: (draft: AppearanceDraft) =>
      work(applySettings(changesOf(appearance, draft), appearance.version), text('appearance.applied')),
    restore,
  };
};

interface FootProps {
  /** Whether what stands in the form may be applied, in words. */
  state: string;
  busy: boolean;
  dirty: boolean;
  faulty: boolean;
  changedBefore: boolean;
  onRestore: (to: 'last' | 'factory') => void;
  onDrop: () => void;
  onApply: () => void;
}

function Foot(props: FootProps): ReactNode {
  const { state, busy, dirty, faulty, changedBefore, onRestore, onDrop, onApply } = props;
  const text = useText();
  const ready = dirty && !faulty;
  return (
    <footer className="look-foot ey-row ey-flow ey-gap-8">
      <span className="look-hint" role="status">
        {state}
      </span>
      <Allowed call={appearanceCalls.restore}>
        <Button
          disabled={busy || !changedBefore}
          {...(changedBefore ? {} : { title: text('refusal.noEarlierLook') })}
          onClick={() => onRestore('last')}
        >
          {text('appearance.toLast')}
        </Button>
      </Allowed>
      <Allowed call={appearanceCalls.restore}>
        <Button disabled={busy} onClick={() => onRestore('factory')}>
          {text('appearance.toFactory')}
        </Button>
      </Allowed>
      {dirty ? (
        <Button disabled={busy} onClick={onDrop}>
          {text('appearance.drop')}
        </Button>
      ) : null}
      <Allowed call={appearanceCalls.edit}>
        <Button
          type="primary"
          loading={busy}
          disabled={!ready}
          {...(ready ? {} : { title: state })}
          onClick={onApply}
        >
          {text('appearance.apply')}
        </Button>
      </Allowed>
    </footer>
  );
}

function AppearanceForm({ newest }: { newest: Appearance }): ReactNode {
  const text = useText();
  // What the member began from: the look in force may change under the hand, and only what was seen may be replaced.
  const [appearance, setAppearance] = useState(newest);
  const [draft, setDraft] = useState(() => draftOf(appearance));
  const [round, setRound] = useState(0);
  const may = useMay(appearanceCalls.edit);
  const faults = faultsOf(draft);
  const dirty = Object.keys(changesOf(appearance, draft)).length > 0;
  const faulty = Object.keys(faults).length > 0;
  const begin = (from: Appearance): void => {
    setAppearance(from);
    setDraft(draftOf(from));
    setRound(round + 1);
  };
  const outdated = newest.version > appearance.version;
  if (outdated && !dirty) begin(newest);
  const { busy, apply, restore } = useAppearanceWork(appearance, begin);
  useUnsaved(dirty);
  const change: Change = (next) => setDraft((before) => ({ ...before, ...next }));
  const part = { draft, faults, disabled: !may || busy };
  return (
    <div className="look-page ey-grid ey-gap-16">
      <div className="ey-grid ey-gap-16">
        <AppearanceFields {...part} change={change} key={`look ${round}`} />
        <section className="card" aria-labelledby="look-map">
          <h2 id="look-map">{text('appearance.mapTitle')}</h2>
          <MapFields {...part} tileLevels={appearance.tileLevels} onChange={change} key={`map ${round}`} />
        </section>
        <section className="card" aria-labelledby="look-history">
          <h2 id="look-history">{text('appearance.history')}</h2>
          <PastAppearances />
        </section>
      </div>
      <div className="look-side">
        <AppearancePreview draft={draft} />
      </div>
      <Foot
        state={text(
          outdated
            ? 'appearance.changedElsewhere'
            : faulty
              ? 'appearance.faulty'
              : dirty
                ? 'appearance.unsaved'
                : 'appearance.same',
        )}
        busy={busy}
        dirty={dirty}
        faulty={faulty}
        changedBefore={appearance.version > 0}
        onRestore={(to) => void restore(to)}
        onDrop={() => begin(newest)}
        onApply={() => void apply(draft)}
      />
    </div>
  );
}

function ConsoleLook(): ReactNode {
  const answer = useAppearanceSettings();
  const { data } = answer;
  return (
    <Loaded state={loadStateOf(answer)}>{() => (data ? <AppearanceForm newest={data} /> : null)}</Loaded>
  );
}

const tabs = [
  { key: 'console', titleId: 'appearance.previewShell', calls: null, View: ConsoleLook },
  {
    key: 'screens',
    titleId: 'appearance.screens',
    calls: [appearanceCalls.screenLook],
    View: lazyPart(() => import('./screens.tsx')),
  },
] as const;

/** How the system looks for everybody of the organisation, and how its maps start: seen before it is applied. */
export default function CustomizedPage(): ReactNode {
  return <TabbedPage titleId="permission./customized" tabs={tabs} />;
}
