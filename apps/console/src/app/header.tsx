import { landingPage } from '@eyrie/domain';
import { languages } from '@eyrie/phrases';
import { Dialog, Icon, StateSymbol } from '@eyrie/ui';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { DisplayForm } from '../modules/member/display/index.ts';
import { Bell } from '../modules/notification/index.ts';
import { useNow } from '../platform/clock.ts';
import { useFigures } from '../platform/figures.ts';
import { chooseLanguage, useLanguage } from '../platform/language.ts';
import { mayLeave } from '../platform/leaving.ts';
import { useLink } from '../platform/live.ts';
import { signOut, useSession } from '../platform/session.ts';
import { useMenuFocus } from '../platform/menu-focus.ts';
import { useText } from '../platform/text.tsx';
import { chooseTheme, useTheme } from '../platform/theme.ts';

/** Whether live values can be believed: the link between this page and the server. */
function LinkBadge(): ReactNode {
  const text = useText();
  const { state, since, quietSince } = useLink();
  const now = useNow();
  if (state === 'up' && quietSince !== null)
    return <StateSymbol state="attention" word={text('shell.link.quiet')} className="header-link" />;
  if (state === 'up') {
    return <StateSymbol state="live" word={text('shell.link.connected')} className="header-link" />;
  }
  if (state === 'connecting') {
    return <StateSymbol state="attention" word={text('shell.link.connecting')} className="header-link" />;
  }
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <StateSymbol
      state="alarm"
      word={`${text('shell.link.lost')} · ${text('shell.link.since', { seconds })}`}
      className="header-link"
    />
  );
}

function LanguageMenu(): ReactNode {
  const text = useText();
  const { ref, onOpenChange } = useMenuFocus();
  const language = useLanguage((state) => state.language);
  const menu: MenuProps = {
    selectedKeys: [language],
    items: languages.map((each) => ({
      key: each,
      label: <span lang={each}>{text(`language.${each}`)}</span>,
    })),
    onClick: ({ key }) => void chooseLanguage(key),
  };
  return (
    <Dropdown menu={menu} trigger={['click']} onOpenChange={onOpenChange}>
      <button
        ref={ref}
        type="button"
        className="header-button"
        aria-label={`${text('app.language')}: ${text(`language.${language}`)}`}
      >
        <Icon name="language" />
        <span>{text(`language.${language}`)}</span>
      </button>
    </Dropdown>
  );
}

function ThemeSwitch(): ReactNode {
  const text = useText();
  const theme = useTheme((state) => state.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const label = text(other === 'light' ? 'shell.toLight' : 'shell.toDark');
  return (
    <button
      type="button"
      className="header-button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(other)}
    >
      <Icon name={other === 'light' ? 'sun' : 'moon'} />
    </button>
  );
}

/** In which zone and units things are shown, always in sight, and the way to change it. */
function DisplayButton(): ReactNode {
  const text = useText();
  const { zone, reading } = useFigures();
  const [open, setOpen] = useState(false);
  const { unit } = reading.height(null);
  return (
    <>
      <button
        type="button"
        className="header-button"
        title={text('shell.displayNow', { zone: zone.name, units: unit })}
        onClick={() => setOpen(true)}
      >
        <span className="ey-hidden">{text('shell.displayNow', { zone: zone.name, units: unit })}</span>
        <Icon name="clock" />
        <bdi dir="ltr">{zone.label}</bdi>
        <span className="header-unit">{unit}</span>
      </button>
      <Dialog
        open={open}
        title={text('shell.display')}
        onClose={() => setOpen(false)}
        footer={
          <Button type="primary" onClick={() => setOpen(false)}>
            {text('app.close')}
          </Button>
        }
      >
        <DisplayForm />
      </Dialog>
    </>
  );
}

function PersonMenu(): ReactNode {
  const text = useText();
  const { ref, onOpenChange } = useMenuFocus();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = useSession((session) => session.user);
  const menu: MenuProps = {
    items: [
      { key: 'account', label: text('person.title') },
      { type: 'divider' },
      { key: 'signOut', label: text('login.signOut') },
    ],
    onClick: ({ key }) => {
      if (key === 'account') void navigate('/personalInfo');
      else void mayLeave(pathname).then((agreed) => (agreed ? signOut() : undefined));
    },
  };
  return (
    <Dropdown menu={menu} trigger={['click']} onOpenChange={onOpenChange}>
      <button
        ref={ref}
        type="button"
        className="header-button header-person"
        aria-label={`${text('shell.person')}: ${user?.name ?? ''}`}
      >
        <Icon name="person" />
        <bdi>{user?.name}</bdi>
      </button>
    </Dropdown>
  );
}

/** What every header ends with: link, notifications, how things are shown, and the person. */
function Tools(): ReactNode {
  return (
    <>
      <span className="header-space" />
      <LinkBadge />
      <Bell />
      <DisplayButton />
      <LanguageMenu />
      <ThemeSwitch />
      <PersonMenu />
    </>
  );
}

export function Header({ folded, onFold }: { folded: boolean; onFold: () => void }): ReactNode {
  const text = useText();
  const organisation = useSession((session) => session.user?.organisationName);
  const label = text(folded ? 'shell.expand' : 'shell.collapse');
  return (
    <header className="header">
      <button
        type="button"
        className="header-button"
        aria-label={label}
        aria-expanded={!folded}
        title={label}
        onClick={onFold}
      >
        <Icon name="fold" flip={folded} />
      </button>
      <bdi className="header-organisation ey-cut">{organisation}</bdi>
      <Tools />
    </header>
  );
}

/** The header of a page that has its window to itself: without a menu, and with the way to the pages that have one. */
export function SlimHeader(): ReactNode {
  const text = useText();
  const organisation = useSession((session) => session.user?.organisationName);
  const menu = useSession((session) => session.menu);
  const { pathname } = useLocation();
  const home = landingPage(menu);
  return (
    <header className="header">
      {home === pathname ? null : (
        <Link
          className="header-button"
          to={home}
          aria-label={text('forbidden.back')}
          title={text('forbidden.back')}
        >
          <Icon name="home" />
        </Link>
      )}
      <bdi className="header-organisation ey-cut">{organisation}</bdi>
      <Tools />
    </header>
  );
}
