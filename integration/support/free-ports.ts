// Flags of the command line that give the whole program any free ports.
const PORT_FLAGS = [
  'port',
  'command-port',
  'stream-port',
  'jt808-port',
  'media-live-port',
  'media-playback-port',
  'files-port',
];
export const FREE_PORTS = PORT_FLAGS.flatMap((name) => [`--${name}`, '0']);
