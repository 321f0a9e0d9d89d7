import { Fragment, useEffect, useId, useState, type FormEvent, type ReactNode } from 'react';
import { LanguageChoice } from '../../platform/language-choice.tsx';
import { followBrowser } from '../../platform/language.ts';
import { loadFonts } from '../../platform/load-fonts.ts';
import { useText } from '../../platform/text.tsx';
import { applyAppearance } from '../../platform/theme.ts';
import { ShareMap } from './share-map.tsx';
import { SharedFiles } from './shared-files.tsx';
import { useOpening, type Opening } from './share-questions.ts';
import './shared.css';

/** Asks for the password, or says why nothing opens. */
function Closed({ opening: { fault, open } }: { opening: Opening }): ReactNode {
  const text = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const asked = fault === 'password' || fault === 'wrong';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void open(password);
  };
  if (fault === null) return null;
  return (
    <div className="share-closed ey-grid ey-gap-12">
      <p role="alert">{text(`mapShare.view.${fault}`)}</p>
      {asked ? (
        <form onSubmit={submit}>
          <label htmlFor={id}>{text('field.password')}</label>
          <input
            id={id}
            type="password"
            value={password}
            autoComplete="off"
            onChange={({ target }) => setPassword(target.value)}
          />
          <button type="submit" disabled={password === ''}>
            {text('mapShare.view.open')}
          </button>
        </form>
      ) : null}
      {fault === 'failed' || fault === 'later' ? (
        <button type="button" onClick={() => void open()}>
          {text('mapShare.view.retry')}
        </button>
      ) : null}
    </div>
  );
}

/** Where the link of a shared map leads: a page for people without an account, in the look of the organisation. */
export default function SharedPage({ token }: { token: string }): ReactNode {
  const opening = useOpening(token);
  const { opened, end } = opening;
  useEffect(() => {
    void followBrowser();
    // The fonts of the sign-in page have only its own characters.
    void loadFonts();
  }, []);
  useEffect(() => {
    if (!opened) return;
    const { look } = opened;
    applyAppearance({ ...look, backgroundPIC: null });
    document.title = `${opened.name} · ${look.pcName.trim() || document.title}`;
  }, [opened]);
  return (
    <main className="share">
      <header>
        <img src="./favicon.svg" alt="" width={24} height={24} />
        <strong>
          <bdi>{opened?.look.pcName.trim() ?? ''}</bdi>
        </strong>
        <LanguageChoice />
      </header>
      {opened ? (
        <Fragment key={opened.ticket}>
          <ShareMap opened={opened} onGone={() => end('gone')} />
          <SharedFiles ticket={opened.ticket} onGone={() => end('gone')} />
        </Fragment>
      ) : (
        <Closed opening={opening} />
      )}
    </main>
  );
}
