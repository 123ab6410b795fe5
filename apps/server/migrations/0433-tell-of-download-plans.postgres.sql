-- What servers hold in memory of download plans: see 0395.
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON download_plans EXECUTE FUNCTION tell_other_servers();
