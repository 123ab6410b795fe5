-- The edition in which a device writes its bodies, where it registered in another one than its header's: 2011, 2013 or 2019.
ALTER TABLE devices ADD COLUMN body_edition TEXT;
