import { imageOf, isColour, type AppearanceDraft, type MenuResource } from '@eyrie/domain';
import { Icon, ownTokens, themeVariables, type IconName, type Theme } from '@eyrie/ui';
import { Radio } from 'antd';
import { useId, useState, type CSSProperties, type ReactNode } from 'react';
import { directionOf, useLanguage } from '../../platform/language.ts';
import { Picture, Scenery } from '../../platform/scenery.tsx';
import { useText } from '../../platform/text.tsx';

const entries: readonly [MenuResource, IconName][] = [
  ['/DataStatistics', 'chart'],
  ['/RoutePlanning', 'route'],
  ['/TaskManagerNew', 'calendar'],
  ['/personalInfo', 'person'],
];

const colour = (value: string | null | undefined): string | null => (value && isColour(value) ? value : null);

/** The frame of the console, drawn by its own style sheet, only smaller. */
function ShellPicture({ name }: { name: string }): ReactNode {
  const text = useText();
  return (
    <div className="layout look-shell">
      <div className="layout-menu ey-stack">
        <div className="layout-name ey-row ey-gap-12">
          <img src="./favicon.svg" alt="" width={28} height={28} />
          <bdi>{name}</bdi>
        </div>
        <div className="menu">
          {entries.map(([path, icon], at) => (
            <span key={path} className={at === 0 ? 'menu-entry active' : 'menu-entry'}>
              <Icon name={icon} />
              <span className="menu-name">{text(`permission.${path}`)}</span>
            </span>
          ))}
        </div>
      </div>
      <div className="layout-body ey-stack">
        <div className="header">
          <span className="header-button">
            <Icon name="fold" />
          </span>
        </div>
        <div className="tab-bar">
          <span className="tab tab-current">{text('permission./DataStatistics')}</span>
          <span className="tab">{text('permission./RoutePlanning')}</span>
        </div>
        <div className="layout-page">
          <div className="card">
            <strong>{text('appearance.sampleTitle')}</strong>
            <p>
              {text('appearance.sampleText')}{' '}
              <span className="look-sample-link">{text('permission./RoutePlanning')}</span>
            </p>
            <span className="look-sample-button">{text('app.save')}</span>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The sign-in page, drawn by its own style sheet. */
function SignInPicture({ name, picture }: { name: string; picture: string | null }): ReactNode {
  const text = useText();
  return (
    <div className="look-login">
      {picture !== null && imageOf(picture) !== null ? <Picture address={picture} /> : <Scenery />}
      <div className="login-panel">
        <div className="login-card">
          <strong className="look-login-name">
            <bdi>{name}</bdi>
          </strong>
          <p className="login-tagline">{text('app.tagline')}</p>
          <span className="look-sample-input ey-panel" />
          <span className="look-sample-input ey-panel" />
          <span className="look-sample-button look-sample-wide">{text('login.submit')}</span>
        </div>
      </div>
    </div>
  );
}

/** Starts as `wanted` and goes along when that changes; between, it can be set otherwise. */
const useFollowing = (wanted: Theme): [Theme, (theme: Theme) => void] => {
  const [shown, setShown] = useState({ wanted, theme: wanted });
  if (shown.wanted !== wanted) setShown({ wanted, theme: wanted });
  return [shown.theme, (theme) => setShown({ wanted, theme })];
};

/** The console and its sign-in page in the colours that are being chosen, in both themes and both directions. */
export function AppearancePreview({ draft }: { draft: AppearanceDraft }): ReactNode {
  const text = useText();
  const id = useId();
  const language = useLanguage((state) => state.language);
  const [direction, setDirection] = useState<'ltr' | 'rtl'>(directionOf(language));
  const wanted: Theme = draft.menuTheme === 1 ? 'light' : 'dark';
  const [theme, setTheme] = useFollowing(wanted);
  const own = ownTokens({
    menuColor: colour(draft.menuColor),
    accentColor: colour(draft.accentColor),
    backgroundColor: colour(draft.backgroundColor),
  });
  const style = { ...themeVariables(theme, own), colorScheme: theme } as CSSProperties;
  const name = draft.pcName?.trim() || '–';
  return (
    <section className="card look-preview" aria-labelledby={id}>
      <h2 id={id}>{text('appearance.preview')}</h2>
      <div className="ey-flow ey-gap-8">
        <Radio.Group
          aria-label={text('shell.theme')}
          optionType="button"
          size="small"
          value={theme}
          onChange={(event) => setTheme(event.target.value as Theme)}
          options={[
            { value: 'dark', label: text('shell.themeDark') },
            { value: 'light', label: text('shell.themeLight') },
          ]}
        />
        <Radio.Group
          aria-label={text('appearance.direction')}
          optionType="button"
          size="small"
          value={direction}
          onChange={(event) => setDirection(event.target.value as 'ltr' | 'rtl')}
          options={[
            { value: 'ltr', label: text('appearance.ltr') },
            { value: 'rtl', label: text('appearance.rtl') },
          ]}
        />
      </div>
      <figure>
        <div className="look-picture" style={style} dir={direction} data-preview="shell" inert>
          <ShellPicture name={name} />
        </div>
        <figcaption>{text('appearance.previewShell')}</figcaption>
      </figure>
      <figure>
        <div className="look-picture" style={style} dir={direction} data-preview="login" inert>
          <SignInPicture name={name} picture={draft.backgroundPIC ?? null} />
        </div>
        <figcaption>{text('appearance.previewLogin')}</figcaption>
      </figure>
    </section>
  );
}
