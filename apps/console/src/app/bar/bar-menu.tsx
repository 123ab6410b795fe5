// One menu of the bar: a link while it holds one screen, else a button that opens the list of its entries.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { NavLink, useLocation } from 'react-router';
import { t } from '../../lib/i18n.ts';
import styles from './bar.module.css';
import { BarLink } from './bar-button.tsx';
import type { OfferedEntry, OfferedMenu, OfferedSection } from './menu-entries.ts';
import { MenuToggle } from './menu-toggle.tsx';

/** Titles of external pages come from the deployment as they are; all other texts are keys. */
export const textOf = ({ to, text }: OfferedEntry): string => (to?.startsWith('/iframe/') === true ? text : t(text));

const Entry = ({ entry }: { entry: OfferedEntry }): ReactElement => {
  const text = textOf(entry);
  if (entry.to === undefined)
    return (
      <Dropdown.Item as="button" onClick={entry.run}>
        {text}
      </Dropdown.Item>
    );
  return (
    <Dropdown.Item as={NavLink} to={entry.to} end>
      {text}
    </Dropdown.Item>
  );
};

const SectionEntries = ({ section }: { section: OfferedSection }): ReactElement => (
  <section className={styles.section} aria-label={section.title === undefined ? undefined : t(section.title)}>
    {section.title !== undefined && (
      <div className={styles.sectionTitle} aria-hidden="true">
        {t(section.title)}
      </div>
    )}
    {section.entries.map((entry) => (
      <Entry key={entry.to ?? entry.text} entry={entry} />
    ))}
  </section>
);

type BarMenuProps = { menu: OfferedMenu; badge?: number };

/** Many entries stand in columns. */
export const BarMenu = ({ menu, badge = 0 }: BarMenuProps): ReactElement => {
  const { pathname } = useLocation();
  const { icon, text, kept, sections } = menu;
  const entries = sections.flatMap((section) => section.entries);
  const [only, second] = entries;
  if (!kept && only?.to !== undefined && second === undefined)
    return <BarLink to={only.to} icon={icon} label={textOf(only)} words badge={badge} />;
  const here = entries.some(({ to }) => to !== undefined && (to === pathname || pathname.startsWith(`${to}/`)));
  return (
    <Dropdown>
      <MenuToggle icon={icon} label={t(text)} text={t(text)} active={here} />
      <Dropdown.Menu className={entries.length > 12 ? (styles.columns ?? '') : ''}>
        {sections.map((section) => (
          <SectionEntries key={section.title ?? text} section={section} />
        ))}
      </Dropdown.Menu>
    </Dropdown>
  );
};
