-- Why the newest try for the files of an alarm came to nothing, as a word that every language can say. '': nothing went wrong yet.
ALTER TABLE alarm_file_requests ADD COLUMN reason TEXT NOT NULL DEFAULT '';
UPDATE alarm_file_requests SET reason = CASE
  WHEN message = '' THEN ''
  WHEN message = 'The device is offline' THEN 'offline'
  WHEN message = 'The device did not answer' THEN 'no-answer'
  WHEN message = 'The device said yes and sent nothing' THEN 'sent-nothing'
  WHEN message = 'The device did not send everything' THEN 'broke-off'
  WHEN message = 'The device lists fewer files than its alarm announced' THEN 'fewer-files'
  WHEN message = 'The device is not registered any more' THEN 'not-registered'
  WHEN message LIKE 'The device refused%' THEN 'refused'
  ELSE 'other'
END;
