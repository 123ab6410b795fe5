// The words of the pages of a device's logs, which are written by the server: in the languages of the console.
import type { ErrorCode, LogPageLanguage } from '@outrider/contract';

const WORDS = {
  syslog: { en: 'System log of {device}', cn: '{device} 的系统日志', tw: '{device} 的系統日誌' },
  carbox: { en: 'Driving recorder of {device}', cn: '{device} 的行驶记录仪', tw: '{device} 的行駛記錄儀' },
  read: {
    en: 'Read from the device at {time} (UTC{zone})',
    cn: '读取自设备：{time}（UTC{zone}）',
    tw: '讀取自裝置：{time}（UTC{zone}）',
  },
  lines: { en: 'Newest lines: {count}', cn: '最新行数：{count}', tw: '最新行數：{count}' },
  save: { en: 'Save as a file', cn: '保存为文件', tw: '儲存為檔案' },
  time: { en: 'Time', cn: '时间', tw: '時間' },
  text: { en: 'Entry', cn: '条目', tw: '條目' },
  noLines: { en: 'The log of the device is empty.', cn: '设备日志为空。', tw: '裝置日誌為空。' },
  ownTime: { en: 'Times are those of the device.', cn: '时间为设备时间。', tw: '時間為裝置時間。' },
  block: { en: 'Data', cn: '数据', tw: '資料' },
  bytes: { en: 'Bytes', cn: '字节', tw: '位元組' },
  content: { en: 'Content', cn: '内容', tw: '內容' },
  refused: { en: 'not recorded by this device', cn: '此设备未记录', tw: '此裝置未記錄' },
  silent: { en: 'not asked: the device did not answer', cn: '未询问：设备未应答', tw: '未詢問：裝置未應答' },
} as const;
export type PageWord = keyof typeof WORDS;

const FAILURES: Partial<Record<ErrorCode, Record<LogPageLanguage, string>>> = {
  device_offline: { en: 'The device is not connected.', cn: '设备未连接。', tw: '裝置未連線。' },
  device_timeout: { en: 'The device did not answer.', cn: '设备未应答。', tw: '裝置未應答。' },
  device_unsupported: { en: 'The device does not support this.', cn: '设备不支持此功能。', tw: '裝置不支援此功能。' },
  forbidden: { en: 'The right for this is missing.', cn: '没有此权限。', tw: '沒有此權限。' },
  unauthenticated: { en: 'Sign in first.', cn: '请先登录。', tw: '請先登入。' },
};

export const pageText = (
  lang: LogPageLanguage,
  word: PageWord,
  values: Readonly<Record<string, string | number>> = {},
): string => WORDS[word][lang].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

export const failureText = (lang: LogPageLanguage, code: ErrorCode, message: string): string =>
  FAILURES[code]?.[lang] ?? message;
