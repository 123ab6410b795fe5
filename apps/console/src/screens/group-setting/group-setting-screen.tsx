// The group editor: the tree at the left, the group that is looked at at the right, or a diagram of all. Level 0 edits, others look.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GroupDiagram } from './diagram.tsx';
import { GroupDevices } from './group-devices.tsx';
import { Breadcrumb, Children } from './group-head.tsx';
import styles from './group-setting.module.css';
import { GroupTools } from './group-tools.tsx';
import { GroupTree } from './group-tree.tsx';
import { useGroupSetting } from './use-group-setting.ts';
import type { GroupEdits, GroupSetting } from './use-group-setting.ts';

type EditorProps = { setting: GroupSetting; edits: GroupEdits; group: NonNullable<GroupSetting['current']> };

const Editor = ({ setting, edits, group }: EditorProps): ReactElement => {
  const { model, links, editable, open } = setting;
  return (
    <div className={styles.editor}>
      <div className={styles.side}>
        <Children group={group} model={model} onOpen={open} />
        {editable ? (
          <GroupTools
            key={group.groupid}
            group={group}
            model={model}
            edits={edits}
            deviceCount={links.inGroup(group.groupid).size}
          />
        ) : (
          <p className="soft">{t('Only administrators change groups.')}</p>
        )}
      </div>
      <GroupDevices key={group.groupid} group={group} model={model} links={links} editable={editable} edits={edits} />
    </div>
  );
};

const Loaded = ({ setting, edits, group }: EditorProps): ReactElement => {
  const { model, links, open, view, setView } = setting;
  const phone = usePhone();
  const countOf = (groupid: string): number => links.inGroup(groupid).size;
  return (
    <div className={styles.screen}>
      {!phone && <GroupTree model={model} current={group.groupid} countOf={countOf} onOpen={open} />}
      <div className={styles.main}>
        <div className={styles.head}>
          <h1>{t('Group setting')}</h1>
          <Breadcrumb group={group} model={model} onOpen={open} />
        </div>
        <Tabs
          label={t('Views of the groups')}
          tabs={[
            { id: 'group', name: t('Group') },
            { id: 'diagram', name: t('Diagram') },
          ]}
          open={view}
          onOpen={(id) => setView(id === 'diagram' ? 'diagram' : 'group')}
        >
          {view === 'diagram' ? (
            <GroupDiagram model={model} current={group.groupid} countOf={countOf} onOpen={open} />
          ) : (
            <Editor setting={setting} edits={edits} group={group} />
          )}
        </Tabs>
      </div>
    </div>
  );
};

/** The screen /groupsetting; ?group is the group that is looked at, ?view=diagram the diagram. */
export const GroupSettingScreen = (): ReactElement => {
  const setting = useGroupSetting();
  const { error, loaded, current, edits, askAgain } = setting;
  if (error !== null && !loaded) return <ErrorPanel error={error} retry={askAgain} />;
  if (!loaded) return <Skeleton rows={12} />;
  if (current === undefined || edits === undefined)
    return (
      <EmptyState icon="info" title={t('No groups')}>
        {t('This account is in no group. An administrator can give it one.')}
      </EmptyState>
    );
  return <Loaded setting={setting} edits={edits} group={current} />;
};
