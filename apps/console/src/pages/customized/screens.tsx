import { CallRefused } from '@eyrie/client';
import { appearanceCalls, displayCalls, limits, type AppearanceSettings } from '@eyrie/domain';
import { Loaded, loadStateOf, tokens } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  ColourField,
  ContrastWarnings,
  faultsOf,
  saveScreenLook,
  TextField,
  useAppearanceSettings,
  useScreenLookSettings,
} from '../../modules/appearance/index.ts';
import { ViewerList } from '../../modules/cockpit/index.ts';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** What of a look is seen on a screen: it has no menu, no sign-in page, and a map that shows its docks. */
type Look = Pick<AppearanceSettings, 'pcName' | 'menuTheme' | 'accentColor'>;
const lookOf = ({ pcName, menuTheme, accentColor }: Look): Look => ({
  pcName,
  menuTheme: menuTheme === 1 ? 1 : 0,
  accentColor,
});

interface LookFormProps {
  version: number;
  /** In force; as the console looks while they have none of their own. */
  look: AppearanceSettings;
  console: Look;
}

/** Saves what was changed. A look that somebody else saved meanwhile is said, and nothing is saved over it. */
const useSaving = (version: number) => {
  const text = useText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async (look: Look): Promise<void> => {
    setBusy(true);
    try {
      await saveScreenLook(look, version);
      await client.invalidateQueries({ queryKey: ['appearance', 'screen'] });
      showToast('success', text('appearance.screensSaved'));
    } catch (error) {
      if (error instanceof CallRefused && error.reason === 'conflict')
        showToast('error', text('appearance.changedElsewhere'));
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
};

function LookForm({ version, look, console }: LookFormProps): ReactNode {
  const text = useText();
  const may = useMay(appearanceCalls.saveScreen);
  const [draft, setDraft] = useState(() => lookOf(look));
  const { busy, save } = useSaving(version);
  const dirty = Object.entries(lookOf(look)).some(([field, value]) => draft[field as keyof Look] !== value);
  const faults = faultsOf({ ...look, ...draft });
  const faulty = Object.keys(faults).length > 0;
  useUnsaved(dirty);
  const disabled = !may || busy;
  const state = text(faulty ? 'appearance.faulty' : dirty ? 'appearance.unsaved' : 'appearance.same');
  const change = (part: Partial<Look>): void => setDraft((before) => ({ ...before, ...part }));
  return (
    <section className="card" aria-labelledby="screens-look">
      <h2 id="screens-look">{text('appearance.screensLook')}</h2>
      <p className="look-hint" role="status">
        {version === 0 ? text('appearance.screensSame') : text('appearance.screensOwn', { version })}
      </p>
      <TextField
        label={text('appearance.pcName')}
        hint={text('appearance.screenNameHint')}
        fault={faults.pcName}
        value={draft.pcName}
        max={limits.appearance.nameMax}
        disabled={disabled}
        onChange={(pcName) => change({ pcName })}
      />
      <div className="look-field ey-grid ey-gap-4">
        <span id="screens-theme">{text('appearance.menuTheme')}</span>
        <Radio.Group
          aria-labelledby="screens-theme"
          value={draft.menuTheme}
          disabled={disabled}
          onChange={(event) => change({ menuTheme: event.target.value as number })}
          options={[
            { value: 0, label: text('shell.themeDark') },
            { value: 1, label: text('shell.themeLight') },
          ]}
        />
      </div>
      <ColourField
        label={text('appearance.accentColor')}
        hint={text('appearance.screenAccentHint')}
        fault={faults.accentColor}
        value={draft.accentColor}
        own={tokens[draft.menuTheme === 1 ? 'light' : 'dark'].accent.toLowerCase()}
        disabled={disabled}
        onChange={(accentColor) => change({ accentColor })}
      />
      <ContrastWarnings
        colours={{
          menuColor: null,
          accentColor: faults.accentColor ? null : draft.accentColor,
          backgroundColor: null,
        }}
      />
      <Allowed call={appearanceCalls.saveScreen}>
        <div className="ey-flow ey-gap-8">
          <Button disabled={disabled} onClick={() => setDraft(lookOf(console))}>
            {text('appearance.screensTake')}
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={!dirty || faulty}
            {...(dirty && !faulty ? {} : { title: state })}
            onClick={() => void save(draft)}
          >
            {text('appearance.screensSave')}
          </Button>
        </div>
      </Allowed>
    </section>
  );
}

/** How the large screens look where that is not as the console, and who is shown which of them. */
export default function Screens(): ReactNode {
  const text = useText();
  const ofConsole = useAppearanceSettings();
  const answer = useScreenLookSettings();
  const mayViewers = useMay(displayCalls.viewers);
  const { data } = answer;
  const console = ofConsole.data;
  return (
    <div className="ey-grid ey-gap-16">
      <Loaded state={loadStateOf(console ? answer : ofConsole)}>
        {() =>
          data && console ? (
            <LookForm
              key={data.version}
              version={data.version}
              look={data.look ?? { ...console, logoPIC: console.logoPIC ?? null }}
              console={console}
            />
          ) : null
        }
      </Loaded>
      {mayViewers ? (
        <section className="card" aria-labelledby="screens-viewers">
          <h2 id="screens-viewers">{text('cockpit.viewers')}</h2>
          <ViewerList />
        </section>
      ) : null}
    </div>
  );
}
